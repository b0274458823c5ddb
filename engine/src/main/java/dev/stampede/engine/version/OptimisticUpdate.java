package dev.stampede.engine.version;

import dev.stampede.engine.version.VersionedChange.LostRace;
import dev.stampede.engine.version.VersionedChange.Missing;
import dev.stampede.engine.version.VersionedChange.RetriesExhausted;
import dev.stampede.engine.version.VersionedChange.Updated;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * Changes a row without locking it: reads, computes, and writes if the version is still the one
 * that was read.
 *
 * <p>There are two ways, for two kinds of callers. A caller that has decided by looking at a
 * version {@linkplain #changeIf names it}, and hears of a lost race at once, since its decision is
 * void. A caller that only wants a change made to the newest version {@linkplain #change leaves it
 * to us}: it is computed anew each time, after a pause that grows, so that those who collided do
 * not meet again.
 *
 * <p>Good where races are rare, as in settings. Where many want one row they mostly lose ({@code
 * ./stampede bench wallet} shows by how much); such rows belong in a lane.
 */
public final class OptimisticUpdate {

  public static final int DEFAULT_RETRIES = 3;
  public static final Duration DEFAULT_PAUSE = Duration.ofMillis(100);

  private static final int MAX_RETRIES = 100;

  private final int retries;
  private final Duration pause;

  public OptimisticUpdate() {
    this(DEFAULT_RETRIES, DEFAULT_PAUSE);
  }

  /**
   * With limits of its own.
   *
   * @param retries how often it is tried again
   * @param pause before the first retry; twice that before the second, and so on, a part of each
   *     drawn at random
   */
  public OptimisticUpdate(int retries, Duration pause) {
    if (retries < 0 || retries > MAX_RETRIES) {
      throw new IllegalArgumentException(
          "retries is %d; set 0..%d".formatted(retries, MAX_RETRIES));
    }
    if (pause.isNegative()) {
      throw new IllegalArgumentException("pause is " + pause + "; it cannot be negative");
    }
    this.retries = retries;
    this.pause = pause;
  }

  /** Changes the newest, however often others are faster, within the limit. */
  public <T> VersionedChange<T> change(VersionedRow<T> row, UnaryOperator<T> change) {
    int tries = 1 + retries;
    for (int attempt = 1; attempt <= tries; attempt++) {
      Optional<VersionedValue<T>> seen = row.read();
      if (seen.isEmpty()) {
        return new Missing<>();
      }
      Optional<VersionedValue<T>> written = write(row, seen.get(), change);
      if (written.isPresent()) {
        return new Updated<>(written.get());
      }
      if (attempt < tries && !pauseAfter(attempt)) {
        return new RetriesExhausted<>(attempt);
      }
    }
    return new RetriesExhausted<>(tries);
  }

  /** Changes this version and no other. */
  public <T> VersionedChange<T> changeIf(
      VersionedRow<T> row, int expected, UnaryOperator<T> change) {
    Optional<VersionedValue<T>> seen = row.read();
    if (seen.isEmpty()) {
      return new Missing<>();
    }
    if (seen.get().version() != expected) {
      return new LostRace<>(seen.get().version());
    }
    Optional<VersionedValue<T>> written = write(row, seen.get(), change);
    if (written.isPresent()) {
      return new Updated<>(written.get());
    }
    return row.read()
        .<VersionedChange<T>>map(now -> new LostRace<>(now.version()))
        .orElseGet(Missing::new);
  }

  private static <T> Optional<VersionedValue<T>> write(
      VersionedRow<T> row, VersionedValue<T> seen, UnaryOperator<T> change) {
    VersionedValue<T> next = seen.next(change.apply(seen.value()));
    return row.replace(seen.version(), next.value()) ? Optional.of(next) : Optional.empty();
  }

  /** False when the caller is asked to stop; the next to wait will hear of it too. */
  private boolean pauseAfter(int attempt) {
    long longest = pause.multipliedBy(attempt).toNanos();
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
    return !Thread.currentThread().isInterrupted();
  }
}
