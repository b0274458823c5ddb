package dev.stampede.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spares callers the wait for a Redis that does not answer, or answers too slowly to be of use.
 *
 * <p>It judges the last {@value #WINDOW} calls, each of which may carry many requests. If half of
 * them failed or were slow, it opens, and nobody asks. After a pause that grows and differs from
 * server to server, so that they do not all come back at once, {@value #PROBES} calls are let
 * through; they decide whether it closes.
 *
 * <p>A call that was let through is always accounted for, or its place among those few would be
 * lost, and with the last of them the way back: it ends by its own timeout even if nobody waits for
 * it any more, a cancelled one counts as never asked, and one that could not even be sent counts as
 * failed.
 */
public final class RedisBreaker {

  public static final int WINDOW = 10;
  public static final int PROBES = 3;

  private static final int ENOUGH_TO_JUDGE = 5;
  private static final float HALF = 50;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(300);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);
  private static final double PAUSE_GROWS_BY = 1.5;
  private static final double JITTER = 0.5;

  private static final Logger log = LoggerFactory.getLogger(RedisBreaker.class);

  private final CircuitBreaker breaker;
  private final Duration patience;
  private final LongAdder opened = new LongAdder();

  /** The state of a breaker. */
  public enum State {
    /** Redis is asked. */
    CLOSED(0),
    /** A few probes are asked, to find out. */
    HALF_OPEN(1),
    /** Redis is not asked. */
    OPEN(2);

    private final int level;

    State(int level) {
      this.level = level;
    }

    /** The distance from closed, for metrics. */
    public int level() {
      return level;
    }
  }

  /**
   * A closed breaker.
   *
   * @param name what it guards, for people
   * @param patience how long a call may take; longer is failed
   * @param slow an answer that takes longer is one, and still a sign of trouble
   */
  RedisBreaker(String name, Duration patience, Duration slow) {
    this.patience = patience;
    this.breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindow(
                    WINDOW,
                    ENOUGH_TO_JUDGE,
                    SlidingWindowType.COUNT_BASED,
                    SlidingWindowSynchronizationStrategy.LOCK_FREE)
                .failureRateThreshold(HALF)
                .slowCallRateThreshold(HALF)
                .slowCallDurationThreshold(slow)
                .permittedNumberOfCallsInHalfOpenState(PROBES)
                .waitIntervalFunctionInOpenState(
                    IntervalFunction.ofExponentialRandomBackoff(
                        FIRST_PAUSE, PAUSE_GROWS_BY, JITTER, LONGEST_PAUSE))
                .ignoreExceptions(CancellationException.class)
                .build());
    breaker
        .getEventPublisher()
        .onStateTransition(
            change ->
                changed(
                    state(change.getStateTransition().getFromState()),
                    state(change.getStateTransition().getToState())));
  }

  /** The name of the guarded service. */
  public String name() {
    return breaker.getName();
  }

  public State state() {
    return state(breaker.getState());
  }

  /** The number of times it has opened. */
  public long opened() {
    return opened.sum();
  }

  public boolean isClosed() {
    return breaker.getState() == CircuitBreaker.State.CLOSED;
  }

  /**
   * Asks, if the breaker permits it. The answer fails within the patience, whatever becomes of the
   * call.
   *
   * @param call sends it; what it throws is a failure like any other
   */
  public <T> CompletableFuture<T> ask(Supplier<CompletableFuture<T>> call) {
    if (!breaker.tryAcquirePermission()) {
      return notAsked();
    }
    long begun = breaker.getCurrentTimestamp();
    // Copies on both sides: the patience ends nothing but the wait, and a caller who cancels the
    // answer cancels neither the call nor the account of it, which a stage that is done already
    // skips.
    return sent(call)
        .copy()
        .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((_, failure) -> ended(begun, failure))
        .copy();
  }

  /** Asks unless the breaker is open; the result is not judged, and the call must end by itself. */
  public <T> CompletableFuture<T> askUnjudged(Supplier<CompletableFuture<T>> call) {
    return state() == State.OPEN ? notAsked() : sent(call);
  }

  private <T> CompletableFuture<T> notAsked() {
    return CompletableFuture.failedFuture(
        new RejectedExecutionException("not sent to Redis: %s is open".formatted(name())));
  }

  private static <T> CompletableFuture<T> sent(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException unsent) {
      return CompletableFuture.failedFuture(unsent);
    }
  }

  private void ended(long begun, @Nullable Throwable failure) {
    long took = breaker.getCurrentTimestamp() - begun;
    if (failure == null) {
      breaker.onSuccess(took, breaker.getTimestampUnit());
    } else {
      breaker.onError(took, breaker.getTimestampUnit(), cause(failure));
    }
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private void changed(State from, State to) {
    CircuitBreaker.Metrics seen = breaker.getMetrics();
    switch (to) {
      case OPEN -> {
        opened.increment();
        log.warn(
            "the breaker of {} is open (was {}): {} % of the last commands failed, {} % took too long; the server does without Redis",
            name(), from, Math.round(seen.getFailureRate()), Math.round(seen.getSlowCallRate()));
      }
      case HALF_OPEN -> log.info("the breaker of {} is half open: it probes Redis", name());
      case CLOSED -> log.info("the breaker of {} is closed: Redis is in use again", name());
    }
  }

  private static State state(CircuitBreaker.State state) {
    return switch (state) {
      case CLOSED, DISABLED, METRICS_ONLY -> State.CLOSED;
      case HALF_OPEN -> State.HALF_OPEN;
      case OPEN, FORCED_OPEN -> State.OPEN;
    };
  }
}
