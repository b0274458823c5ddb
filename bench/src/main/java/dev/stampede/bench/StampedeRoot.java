package dev.stampede.bench;

import java.nio.file.Path;

/** Where the repository is; the launcher says so. */
public final class StampedeRoot {

  private static final String PROPERTY = "stampede.root";

  private StampedeRoot() {}

  public static Path path() {
    return Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath();
  }

  public static Path launcher() {
    return path().resolve("stampede");
  }
}
