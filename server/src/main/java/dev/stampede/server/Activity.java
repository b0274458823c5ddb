package dev.stampede.server;

import dev.stampede.engine.news.ChangeNews;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Knows whether the sale is quiet: nobody has used this server, or another of its deployment, for a
 * while. Then loops that have a {@link LoopInterval} look less often; the first sign of activity
 * wakes them all.
 *
 * <p>Signs of this server are told to the others, at most every {@link #TELL_EVERY}. A word that is
 * lost costs nothing but time: whatever loops look for, they find with their next slow look.
 */
public final class Activity {

  static final Duration TELL_EVERY = Duration.ofSeconds(1);

  /** Signs that follow one another faster count as one. */
  private static final Duration GRAIN = Duration.ofMillis(50);

  private static final String NEWS = "activity";

  private final Duration quietAfter;
  private final LongSupplier nanos;
  private final List<Runnable> sleepers = new CopyOnWriteArrayList<>();
  private final List<BooleanSupplier> reasons = new CopyOnWriteArrayList<>();
  private final AtomicLong told;
  private volatile ChangeNews news = ChangeNews.UNHEARD;
  private volatile long last;

  /** Activity that begins with a sign. */
  public Activity(Duration quietAfter) {
    this(quietAfter, System::nanoTime);
  }

  /**
   * Activity by another clock.
   *
   * @param nanos monotonic, like {@link System#nanoTime}
   */
  Activity(Duration quietAfter, LongSupplier nanos) {
    this.quietAfter = quietAfter;
    this.nanos = nanos;
    this.last = nanos.getAsLong();
    this.told = new AtomicLong(last - TELL_EVERY.toNanos());
  }

  /** Tells the other servers from now on, and hears them. */
  void share(ChangeNews channel) {
    channel.listen(
        NEWS,
        new ChangeNews.Listener() {
          @Override
          public void heard(String key, long version) {
            signHere();
          }

          @Override
          public void missed() {
            signHere();
          }
        });
    news = channel;
  }

  /** While this is so, the sale is not quiet. */
  void notQuietWhile(BooleanSupplier reason) {
    reasons.add(reason);
  }

  /** Somebody is there. Called for every request: it is cheap, and waits for nobody. */
  void sign() {
    signHere();
    long now = nanos.getAsLong();
    long before = told.get();
    if (now - before >= TELL_EVERY.toNanos() && told.compareAndSet(before, now)) {
      news.tell(NEWS, "", 0);
    }
  }

  /** The same; the other servers find out by themselves. */
  void signHere() {
    long now = nanos.getAsLong();
    if (now - last < GRAIN.toNanos()) {
      return;
    }
    last = now;
    // After the write: a loop that is about to sleep has put itself down before it reads.
    sleepers.forEach(Runnable::run);
  }

  /** True if nobody has been active for long enough. */
  boolean isQuiet() {
    if (nanos.getAsLong() - last < quietAfter.toNanos()) {
      return false;
    }
    if (reasons.stream().anyMatch(BooleanSupplier::getAsBoolean)) {
      signHere();
      return false;
    }
    return true;
  }

  /** A pace that slows down when it is quiet. */
  public LoopInterval pace(Duration busy, Duration quiet) {
    return new LoopInterval(busy, quiet, this);
  }

  /** Runs this with every sign that may end a quiet time, until it is forgotten. */
  void onSign(Runnable wake) {
    sleepers.add(wake);
  }

  void forget(Runnable wake) {
    sleepers.remove(wake);
  }
}
