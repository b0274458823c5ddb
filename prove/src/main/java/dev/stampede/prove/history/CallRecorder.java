package dev.stampede.prove.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Writes every call of a run to one file, in the order in which they complete. */
public final class CallRecorder implements AutoCloseable {

  private final long begunNanos = System.nanoTime();
  private final AtomicLong ids = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final BufferedWriter file;
  private long recorded;
  private long unknown;

  private CallRecorder(BufferedWriter file) {
    this.file = file;
  }

  /** Begins a new record; its clock starts now. */
  public static CallRecorder to(Path file) {
    try {
      return new CallRecorder(Files.newBufferedWriter(file, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the record %s cannot be written".formatted(file), e);
    }
  }

  /** A new id for a call. */
  public long nextId() {
    return ids.incrementAndGet();
  }

  /** The time since the record began. */
  public long nowMicros() {
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begunNanos);
  }

  /** Returns the zero of the record's clock, in the terms of {@link System#nanoTime()}. */
  public long begunNanos() {
    return begunNanos;
  }

  /** Adds the calls of a child process that has ended. */
  public void include(Path childRecord) {
    ChildRecord.read(childRecord, nowMicros()).forEach(this::record);
  }

  public void record(RecordedCall call) {
    String line = CallLine.of(call);
    lock.lock();
    try {
      file.write(line);
      recorded++;
      if (call.meaning() == Meaning.UNKNOWN) {
        unknown++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("call %d was not recorded".formatted(call.id()), e);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of calls recorded so far. */
  public long recorded() {
    lock.lock();
    try {
      return recorded;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of those whose outcome the client does not know. */
  public long unknown() {
    lock.lock();
    try {
      return unknown;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the record; it is complete then. */
  @Override
  public void close() {
    lock.lock();
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the record could not be completed", e);
    } finally {
      lock.unlock();
    }
  }
}
