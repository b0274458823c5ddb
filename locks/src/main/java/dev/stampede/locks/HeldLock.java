package dev.stampede.locks;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks that are ours, for now.
 *
 * <p>They end in one of two ways, whichever comes first: they are released, or they are lost. A
 * loss is told to {@link #onLoss} within some 20 ms of being known here; a process that is stopped
 * learns of it when it goes on. Release never takes what has become another's.
 */
public final class HeldLock implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HeldLock.class);

  private enum State {
    HELD,
    RELEASED,
    LOST
  }

  private final LockInstance instance;
  private final LockRequest request;
  private final List<QueuePlace> places;
  private final List<LockName> names;
  private final OptionalLong fence;
  private final Renewal renewal;
  private final AtomicReference<State> state = new AtomicReference<>(State.HELD);
  private final CompletableFuture<Loss> lost = new CompletableFuture<>();
  private volatile Tenure tenure;

  HeldLock(
      LockInstance instance,
      LockRequest request,
      List<QueuePlace> places,
      Tenure tenure,
      OptionalLong fence) {
    this.instance = instance;
    this.request = request;
    this.places = places;
    this.names = places.stream().map(QueuePlace::name).toList();
    this.tenure = tenure;
    this.fence = fence;
    this.renewal = new Renewal(request);
  }

  /** Tells the lines, so that the watchdog sees it. */
  void begin() {
    places.forEach(place -> place.holds(this));
  }

  /** The keys as they were asked for. */
  public List<String> keys() {
    return request.keys();
  }

  /** Higher than that of every holder before; empty where none was asked for. */
  public OptionalLong fence() {
    return fence;
  }

  /** Returns how long it lasts if nothing happens; zero when it has ended. */
  public Duration remaining() {
    long left = tenure.expiresNanos() - System.nanoTime();
    return state.get() == State.HELD && left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }

  /** True if it is neither released nor, as far as is known here, lost. */
  public boolean isHeld() {
    return !remaining().isZero();
  }

  /**
   * Asks Redis, and if the locks are ours gives them their whole time again. Between the answer and
   * what the caller does next there is time enough to lose them: only a fence closes that gap.
   */
  public LockState confirm() throws InterruptedException {
    if (state.get() != State.HELD) {
      return LockState.LOST;
    }
    long asked = System.nanoTime();
    try {
      boolean ours =
          instance.answer().to(instance.commands().extend(names, tenure.token(), request.ttl()))
              == 1;
      return extended(ours, asked) ? LockState.OURS : LockState.LOST;
    } catch (NoAnswerException e) {
      return LockState.UNKNOWN;
    }
  }

  /**
   * Calls back, once, on a thread of its own, when the locks are lost; at once if they are already.
   * After the release nothing is told.
   */
  public void onLoss(Consumer<Loss> listener) {
    var unused =
        lost.thenAcceptAsync(listener, Thread.ofVirtual().name("lock-loss")::start)
            .exceptionally(
                e -> {
                  log.warn("a listener to the loss of {} failed", request.keys(), e);
                  return null;
                });
  }

  /** Gives them back, to the next in line. Only the first time does anything. */
  public Release release() {
    if (!state.compareAndSet(State.HELD, State.RELEASED)) {
      return state.get() == State.LOST ? Release.LOST : Release.RELEASED;
    }
    HandOver handOver = new HandOver(instance, request);
    return handOver.of(places, names, tenure);
  }

  /** Releases; a lock that was lost meanwhile is a warning in the log. */
  @Override
  public void close() {
    if (state.get() != State.RELEASED && release() == Release.LOST) {
      log.warn(
          "the lock {} was lost before it was released (ttl={} ms); another may have held it",
          request.keys(),
          request.ttl().toMillis());
    }
  }

  /** Looks whether it has ended or is to be renewed; does not wait. */
  void tick(long now) {
    if (state.get() != State.HELD) {
      return;
    }
    if (now - tenure.expiresNanos() >= 0) {
      lose(Loss.EXPIRED);
    } else if (renewal.begin(now, tenure)) {
      var unused =
          instance
              .commands()
              .extend(names, tenure.token(), request.ttl())
              .whenComplete(
                  (answer, failure) -> {
                    renewal.end();
                    if (failure == null) {
                      extended(answer == 1, now);
                    }
                  });
    }
  }

  /** Notes Redis's answer to an extension; true when the lock is ours. */
  private boolean extended(boolean ours, long askedNanos) {
    if (ours) {
      tenure = tenure.expiring(askedNanos + request.ttl().toNanos());
    } else {
      lose(Loss.TAKEN);
    }
    return ours && state.get() == State.HELD;
  }

  private void lose(Loss why) {
    if (state.compareAndSet(State.HELD, State.LOST)) {
      places.forEach(instance.lines()::leave);
      lost.complete(why);
    }
  }
}
