package dev.stampede.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL's notes about itself in {@code postmaster.pid}: its process, its start, its readiness.
 */
record PostmasterFile(long pid, Instant since, boolean ready) {

  private static final int PID = 0;
  private static final int START = 2;
  private static final int STATUS = 7;

  /** Empty when there is none, or when it is just being written. */
  static Optional<PostmasterFile> of(Path dataDirectory) {
    try {
      List<String> lines = Files.readAllLines(path(dataDirectory));
      return lines.size() <= START
          ? Optional.empty()
          : Optional.of(
              new PostmasterFile(
                  Long.parseLong(lines.get(PID).strip()),
                  Instant.ofEpochSecond(Long.parseLong(lines.get(START).strip())),
                  lines.size() > STATUS && lines.get(STATUS).strip().equals("ready")));
    } catch (IOException | NumberFormatException noneOrUnfinished) {
      return Optional.empty();
    }
  }

  static Path path(Path dataDirectory) {
    return dataDirectory.resolve("postmaster.pid");
  }

  RunningProcess process() {
    return new RunningProcess(pid, since);
  }
}
