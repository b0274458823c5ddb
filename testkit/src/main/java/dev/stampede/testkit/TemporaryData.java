package dev.stampede.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The data of a test run: new for each daemon, worthless after it. */
final class TemporaryData {

  private static final String PREFIX = "stampede-tests-";

  private TemporaryData() {}

  static Path create() throws IOException {
    return Files.createTempDirectory(PREFIX);
  }

  /** Deletes what it can: services that are still being stopped may hold on to a file. */
  static void delete(Path directory) {
    if (!String.valueOf(directory.getFileName()).startsWith(PREFIX)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(TemporaryData::deleteOne);
    } catch (IOException | UncheckedIOException vanishedMeanwhile) {
      // The system's temporary directory is cleaned by others too.
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
