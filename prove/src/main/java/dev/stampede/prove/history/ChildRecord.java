package dev.stampede.prove.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The record of a process that may be killed at any moment. Each call is written when it begins and
 * again when it has ended, each time at once: a call that was under way when its process died is in
 * the record, with an unknown outcome.
 */
public final class ChildRecord implements AutoCloseable {

  /** The reason of a call whose process did not see the end of it. */
  static final String UNFINISHED = "unfinished";

  private final FileChannel file;
  private final long begunNanos;
  private final AtomicLong ids;

  private ChildRecord(FileChannel file, long begunNanos, long lastId) {
    this.file = file;
    this.begunNanos = begunNanos;
    this.ids = new AtomicLong(lastId);
  }

  /**
   * Opens the file, which an earlier process of the same name may have begun.
   *
   * @param begunNanos the zero of the clock, from {@link CallRecorder#begunNanos()} on this machine
   * @param idsAbove ids begin above this; no other process has any of the billion that follow
   */
  public static ChildRecord open(Path path, long begunNanos, long idsAbove) {
    try {
      String text = Files.exists(path) ? whole(Files.readString(path, UTF_8)) : "";
      long last = text.lines().mapToLong(line -> CallLine.parse(line).id()).max().orElse(idsAbove);
      FileChannel file =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      file.truncate(text.getBytes(UTF_8).length);
      file.position(file.size());
      return new ChildRecord(file, begunNanos, last);
    } catch (IOException e) {
      throw new UncheckedIOException("the record %s cannot be written".formatted(path), e);
    }
  }

  /** Returns the calls of a process that has ended; those that it did not finish end now. */
  static Collection<RecordedCall> read(Path path, long nowMicros) {
    try {
      Map<Long, RecordedCall> calls = new LinkedHashMap<>();
      for (String line : whole(Files.readString(path, UTF_8)).lines().toList()) {
        RecordedCall call = CallLine.parse(line);
        calls.put(call.id(), call);
      }
      calls.replaceAll((_, call) -> isFinished(call) ? call : call.endedAt(nowMicros));
      return List.copyOf(calls.values());
    } catch (IOException e) {
      throw new UncheckedIOException("the record %s cannot be read".formatted(path), e);
    }
  }

  private static boolean isFinished(RecordedCall call) {
    return !call.answered().problem().equals(UNFINISHED);
  }

  /** The text up to its last line that was written to its end. */
  private static String whole(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1);
  }

  /** A new id for a call. */
  public long nextId() {
    return ids.incrementAndGet();
  }

  /** The time since the run began. */
  public long nowMicros() {
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begunNanos);
  }

  /** To be called before anything of the call is done. */
  public void begun(RecordedCall call) {
    write(call.with(call.asked(), Answered.nothing(UNFINISHED)));
  }

  public void ended(RecordedCall call) {
    write(call);
  }

  /** One write, so that a killed process leaves at most one line without its end. */
  private synchronized void write(RecordedCall call) {
    try {
      ByteBuffer line = ByteBuffer.wrap(CallLine.of(call).getBytes(UTF_8));
      while (line.hasRemaining()) {
        file.write(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("call %d was not recorded".formatted(call.id()), e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the record could not be completed", e);
    }
  }
}
