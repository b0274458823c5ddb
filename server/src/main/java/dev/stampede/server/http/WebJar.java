package dev.stampede.server.http;

import dev.stampede.server.failure.ServerException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** A WebJar: third-party browser files in a jar, in a folder named by the jar's version. */
public final class WebJar {

  private final String artifact;
  private final String folder;

  public WebJar(String group, String artifact) {
    this.artifact = artifact;
    this.folder = "META-INF/resources/webjars/%s/%s/".formatted(artifact, version(group, artifact));
  }

  /** One of its files; a missing file makes the server's start fail. */
  public StaticFile file(String name) {
    return StaticFile.of(folder + name);
  }

  private static String version(String group, String artifact) {
    String resource = "META-INF/maven/%s/%s/pom.properties".formatted(group, artifact);
    try (InputStream in = WebJar.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ServerException(
            "the %s WebJar is missing from the classpath".formatted(artifact));
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new ServerException("the %s WebJar cannot be read".formatted(artifact), e);
    }
  }

  @Override
  public String toString() {
    return artifact;
  }
}
