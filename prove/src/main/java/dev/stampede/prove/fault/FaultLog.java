package dev.stampede.prove.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.prove.history.RecordedFault;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes every fault of a run to one file when it is over, a line each. */
final class FaultLog implements AutoCloseable {

  private final BufferedWriter file;
  private final Map<String, Integer> counts = new TreeMap<>();

  private FaultLog(BufferedWriter file) {
    this.file = file;
  }

  static FaultLog to(Path file) {
    try {
      return new FaultLog(Files.newBufferedWriter(file, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the record %s cannot be written".formatted(file), e);
    }
  }

  synchronized void write(RecordedFault fault) {
    try {
      file.write(
          "%s\t%s\t%d\t%d\t%s\n"
              .formatted(
                  fault.kind(),
                  fault.target(),
                  fault.beganMicros(),
                  fault.endedMicros(),
                  fault.detail().replaceAll("[\\t\\r\\n\\\\]+", " ")));
      file.flush();
      counts.merge(fault.kind(), 1, Integer::sum);
    } catch (IOException e) {
      throw new UncheckedIOException("the fault %s was not recorded".formatted(fault), e);
    }
  }

  /** The number of faults of each kind so far. */
  synchronized Map<String, Integer> counts() {
    return new TreeMap<>(counts);
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the record of the faults could not be completed", e);
    }
  }
}
