package dev.stampede.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes one folder the same as another. */
final class FolderCopy {

  /** Names the process that runs there, which is true of one folder alone. */
  private static final String OF_A_PROCESS = "postmaster.pid";

  private FolderCopy() {}

  static void of(Path from, Path to) {
    try {
      for (Path old : paths(to).reversed()) {
        Files.delete(old);
      }
      for (Path each : paths(from)) {
        Path copy = to.resolve(from.relativize(each));
        if (!each.endsWith(OF_A_PROCESS)) {
          Files.copy(each, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
      Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException("%s could not be copied to %s".formatted(from, to), e);
    }
  }

  /** Folders before what is in them. */
  private static List<Path> paths(Path root) throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.sorted(Comparator.naturalOrder()).toList();
    }
  }
}
