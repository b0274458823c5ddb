package dev.stampede.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A new folder among the system's temporary files; closing it deletes it with its contents. */
public final class TemporaryFolder implements AutoCloseable {

  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  /** Creates a folder whose name begins with {@code stampede-<owner>-}. */
  public static TemporaryFolder create(String owner) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("stampede-" + owner + "-"));
  }

  /** Also deletes the folder if the process is stopped before it is closed. */
  public TemporaryFolder deletedAtShutdown() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "delete-folder"));
    return this;
  }

  public Path path() {
    return path;
  }

  /**
   * Deletes as much as possible. A service that is still ending may write into the folder; a
   * warning names the folder then, because an exception would cost the run its result. Closing
   * again is harmless.
   */
  @Override
  public void close() {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(path)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println(
          "stampede: the folder %s could not be deleted; delete it by hand: %s".formatted(path, e));
    }
  }
}
