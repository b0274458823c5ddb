package dev.stampede.harness;

import java.nio.file.Path;

/** The root of the repository, as the launcher gives it. */
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
