package dev.stampede.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for one experiment; what is in it goes with it, when it is stopped half-way too. */
final class WorkFolder implements AutoCloseable {

  private final Path folder;
  private final Thread hook = new Thread(this::delete, "tidy-up");

  private WorkFolder(Path folder) {
    this.folder = folder;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static WorkFolder create() throws IOException {
    return new WorkFolder(Files.createTempDirectory("stampede-chaos-"));
  }

  Path folder() {
    return folder;
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(hook);
    delete();
  }

  /** Deletes as far as possible: services that are being stopped may hold on to a file. */
  private void delete() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException stillInUse) {
      // The system's temporary folder is cleaned by others too.
    }
  }
}
