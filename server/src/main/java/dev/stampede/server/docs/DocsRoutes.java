package dev.stampede.server.docs;

import dev.stampede.server.auth.Access;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.http.StaticFile;
import dev.stampede.server.http.WebJar;

/** The API's description and a browser for it; nothing is fetched from outside. */
public final class DocsRoutes implements RouteSet {

  @Override
  public void addTo(Routes routes) {
    WebJar swaggerUi = new WebJar("org.webjars", "swagger-ui");
    file(routes, "/openapi.yaml", "openapi.yaml");
    file(routes, "/docs", "docs/docs.html");
    file(routes, "/docs/docs.js", "docs/docs.js");
    file(routes, "/docs/docs.css", "docs/docs.css");
    routes.get("/docs/swagger-ui.css", Access.anyone(), swaggerUi.file("swagger-ui.css"));
    routes.get(
        "/docs/swagger-ui-bundle.js", Access.anyone(), swaggerUi.file("swagger-ui-bundle.js"));
  }

  private static void file(Routes routes, String path, String resource) {
    routes.get(path, Access.anyone(), StaticFile.of(resource));
  }
}
