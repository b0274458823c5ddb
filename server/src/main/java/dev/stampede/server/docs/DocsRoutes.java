package dev.stampede.server.docs;

import dev.stampede.server.ServerException;
import dev.stampede.server.auth.Access;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.http.StaticFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The start page, the API's description and a browser for it; nothing is fetched from outside. */
public final class DocsRoutes implements RouteSet {

  private static final String SWAGGER_UI_VERSION =
      "META-INF/maven/org.webjars/swagger-ui/pom.properties";

  @Override
  public void addTo(Routes routes) {
    String swaggerUi = "META-INF/resources/webjars/swagger-ui/" + swaggerUiVersion();
    file(routes, "/", "pages/index.html");
    file(routes, "/stampede.css", "pages/stampede.css");
    file(routes, "/openapi.yaml", "openapi.yaml");
    file(routes, "/docs", "pages/docs.html");
    file(routes, "/docs/docs.js", "pages/docs.js");
    file(routes, "/docs/docs.css", "pages/docs.css");
    file(routes, "/docs/swagger-ui.css", swaggerUi + "/swagger-ui.css");
    file(routes, "/docs/swagger-ui-bundle.js", swaggerUi + "/swagger-ui-bundle.js");
  }

  private static void file(Routes routes, String path, String resource) {
    routes.get(path, Access.anyone(), new StaticFile(resource));
  }

  /** The WebJar keeps its files in a folder named for its version; it knows which. */
  private static String swaggerUiVersion() {
    try (InputStream in =
        DocsRoutes.class.getClassLoader().getResourceAsStream(SWAGGER_UI_VERSION)) {
      if (in == null) {
        throw new ServerException("the swagger-ui WebJar is missing from the classpath");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new ServerException("the swagger-ui WebJar cannot be read", e);
    }
  }
}
