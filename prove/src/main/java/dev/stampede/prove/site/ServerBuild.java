package dev.stampede.prove.site;

import dev.stampede.embedded.LoneProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The classes that servers run.
 *
 * @param classPath empty: those of this process
 * @param earlier the build that servers run first, until they are upgraded
 */
public record ServerBuild(String classPath, Optional<ServerBuild> earlier) {

  /** The build that this process is of. */
  public static final ServerBuild THIS = new ServerBuild("", Optional.empty());

  private static final Duration BUILT_WITHIN = Duration.ofMinutes(15);
  private static final Duration LOOKS_APART = Duration.ofMillis(200);

  /**
   * The build of another checkout. Its own launcher builds what is missing, as it does for {@code
   * ./stampede bench claims --against}.
   *
   * @param scratch for the launcher's output
   */
  public static ServerBuild of(Path checkout, Path scratch) throws IOException {
    Path launcher = checkout.toAbsolutePath().resolve("stampede");
    if (!Files.isExecutable(launcher)) {
      throw new IOException(
          "%s holds no build of Stampede; name the root of a checkout".formatted(checkout));
    }
    try (LoneProcess building =
        LoneProcess.program(
            Files.createDirectories(scratch),
            "other-build",
            List.of(launcher.toString(), "verify", "--help"),
            _ -> {})) {
      long until = System.nanoTime() + BUILT_WITHIN.toNanos();
      while (building.isAlive() && System.nanoTime() - until < 0) {
        LockSupport.parkNanos(LOOKS_APART.toNanos());
      }
      if (building.isAlive()) {
        throw new IOException("%s was not built within %s".formatted(checkout, BUILT_WITHIN));
      }
      Path built = checkout.toAbsolutePath().resolve("cli").resolve("target");
      Path libraries = built.resolve("classpath.txt");
      if (!Files.exists(libraries)) {
        throw new IOException(
            "%s was not built; its launcher said last: %s"
                .formatted(checkout, building.lastWords()));
      }
      return new ServerBuild(
          built.resolve("classes") + File.pathSeparator + Files.readString(libraries).strip(),
          Optional.empty());
    }
  }

  ServerBuild withClassesInFront(Path classes) {
    String rest = classPath.isEmpty() ? System.getProperty("java.class.path") : classPath;
    return new ServerBuild(classes.toAbsolutePath() + File.pathSeparator + rest, earlier);
  }

  ServerBuild upgradedFrom(ServerBuild other) {
    return new ServerBuild(classPath, Optional.of(other));
  }

  /** The options of a JVM that runs it. */
  List<String> options() {
    return classPath.isEmpty() ? List.of() : List.of("-cp", classPath);
  }
}
