package dev.stampede.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The versions of the services that the build was made with. */
final class PinnedVersion {

  private static final String RESOURCE = "versions.properties";

  private PinnedVersion() {}

  static String of(ServiceKind service) {
    try (InputStream resource = PinnedVersion.class.getResourceAsStream(RESOURCE)) {
      Properties versions = new Properties();
      versions.load(resource);
      return requireNonNull(versions.getProperty(service.fileName()), RESOURCE);
    } catch (IOException e) {
      throw new EmbeddedException(RESOURCE + " cannot be read", e);
    }
  }
}
