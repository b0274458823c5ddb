package dev.stampede.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The note of which process runs a service, so that the next start finds it if it was left behind:
 * still being stopped by its guard, or without any guard because that was killed too.
 */
record RunFile(Path path) {

  void write(RunningProcess process) {
    try {
      Files.writeString(path, process.pid() + " " + process.since() + "\n");
    } catch (IOException e) {
      throw new EmbeddedException("cannot write " + path, e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new EmbeddedException("cannot delete " + path, e);
    }
  }

  /** Stops what an earlier run left; nothing else may work on the same files. */
  void stopLeftover(StopSignal signal, Duration grace) {
    read().filter(RunningProcess::isAlive).ifPresent(left -> left.stop(signal, grace));
    delete();
  }

  private Optional<RunningProcess> read() {
    try {
      String[] parts = Files.readString(path).strip().split(" ", -1);
      return parts.length == 2
          ? Optional.of(new RunningProcess(Long.parseLong(parts[0]), Instant.parse(parts[1])))
          : Optional.empty();
    } catch (IOException | NumberFormatException | DateTimeException missingOrCutShort) {
      return Optional.empty();
    }
  }
}
