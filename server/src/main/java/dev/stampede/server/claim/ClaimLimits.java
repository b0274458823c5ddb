package dev.stampede.server.claim;

import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Handler;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.limit.RateLimit;
import dev.stampede.server.limit.WorkLimit;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits in front of everything that moves a seat or a point. A caller that asks too often, or
 * would have to wait too long, is refused here, before the server has looked at anything for it; a
 * caller that is let in has a deadline for all waits to come.
 *
 * <p>The server waits for a body before it counts the request: else a few slow senders would keep
 * everybody out.
 *
 * <p>The places at work are shared: a buyer of one show is not turned away because a crowd has come
 * for another.
 *
 * <p>A caller that is turned away because too many are at work gets the refusal after a short
 * pause. Some clients ask again at once whatever they are told; answered at once, a thousand of
 * them would keep the processors busy with refusals, and the callers that were let in would wait
 * for it, whatever show they came for. A thread that pauses costs nothing. The more of them there
 * are the longer they pause, so that refusals a second have a limit too.
 *
 * <p>Buyers of a sold-out show, who are refused from memory, would slow down other shows in the
 * same way. So a refused caller pauses for some milliseconds while a claim for another show is at
 * work. The server refuses as many a second as before, because a crowd in a closed loop waits out
 * the pause in place of the run queue; and a buyer who can still buy finds that queue short.
 */
public final class ClaimLimits {

  /**
   * The server refuses a claim that would wait longer than this part of its patience. The rest is
   * for waits that nobody foresees.
   */
  private static final int PARTS_OF_PATIENCE = 5;

  private static final Duration SOON = Duration.ofSeconds(1);

  /** The bounds of a random pause before an answer, so that not all come back at once. */
  record Pause(Duration shortest, Duration longest) {}

  /** Long enough to slow down clients that do not wait by themselves, too short to annoy others. */
  static final Pause OVERLOAD_PAUSE = new Pause(Duration.ofMillis(100), Duration.ofMillis(300));

  /**
   * Too short for a buyer to notice; about as long as a refusal would queue for a processor behind
   * 255 others.
   */
  static final Pause REFUSAL_PAUSE = new Pause(Duration.ofMillis(2), Duration.ofMillis(4));

  /**
   * From this many paused requests on, pauses are {@link #MOST_TIMES_LONGER} times as long: about a
   * second for {@link #OVERLOAD_PAUSE}.
   */
  private static final int FULL_PAUSE_FROM = 2_500;

  private static final int MOST_TIMES_LONGER = 5;

  /** At most this many requests pause; further ones are answered at once. */
  private static final int MOST_PAUSING = 10_000;

  private final LimitSettings settings;
  private final @Nullable RateLimit<String> buyers;
  private final WorkLimit work;
  private final Counter tooOften;
  private final Counter tooMany;
  private final Semaphore pausing = new Semaphore(MOST_PAUSING);

  public ClaimLimits(LimitSettings settings, MeterRegistry registry) {
    this(
        settings,
        registry,
        System::nanoTime,
        new WorkLimit(settings.patience().dividedBy(PARTS_OF_PATIENCE)));
  }

  /**
   * Creates limits that have counted no request yet.
   *
   * @param nanos a monotonic clock for the rate limit
   * @param work the limit on claims at work
   */
  ClaimLimits(LimitSettings settings, MeterRegistry registry, LongSupplier nanos, WorkLimit work) {
    this.settings = settings;
    this.buyers =
        settings.claimsPerSecond() == 0 ? null : new RateLimit<>(settings.claimsPerSecond(), nanos);
    this.work = work;
    this.tooOften = turnedAway(registry, "rate");
    this.tooMany = turnedAway(registry, "work");
    Gauge.builder("stampede.claims.at.work", work, WorkLimit::atWork)
        .description("Claims that are being decided or wait for it")
        .register(registry);
    Gauge.builder("stampede.claims.at.work.limit", work, WorkLimit::limit)
        .description("Limit on the claims at work; the server refuses claims above it")
        .register(registry);
  }

  /**
   * Wraps a handler so that it runs only for requests within the limits.
   *
   * @param shares returns the key, such as a show, whose share of the places a request uses; called
   *     once the body has arrived
   */
  Handler guarding(Function<Request, ?> shares, Handler handler) {
    return request -> {
      Duration tooEarly = tooEarly(request.caller());
      if (tooEarly.isPositive()) {
        tooOften.increment();
        return rateLimited(tooEarly);
      }
      request.awaitBody();
      Object share = shares.apply(request);
      if (!work.enter(share)) {
        tooMany.increment();
        pause(OVERLOAD_PAUSE);
        return overloaded();
      }
      Answer answer;
      try {
        answer =
            RequestDeadline.<Answer, Exception>within(
                settings.patience(), () -> handler.handle(request));
      } finally {
        work.leave(share);
      }
      if (answer instanceof Problem && work.isOtherThan(share)) {
        pause(REFUSAL_PAUSE);
      }
      return answer;
    };
  }

  private void pause(Pause about) {
    if (pausing.tryAcquire()) {
      try {
        double longer = timesLonger(MOST_PAUSING - pausing.availablePermits());
        long pause =
            (long)
                (longer
                    * ThreadLocalRandom.current()
                        .nextLong(about.shortest().toNanos(), about.longest().toNanos()));
        long end = System.nanoTime() + pause;
        for (long left = pause;
            left > 0 && !Thread.currentThread().isInterrupted();
            left = end - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      } finally {
        pausing.release();
      }
    }
  }

  /** Returns the factor by which a pause grows while so many requests pause. */
  static double timesLonger(int pausing) {
    return 1 + (MOST_TIMES_LONGER - 1) * Math.min(1.0, (double) pausing / FULL_PAUSE_FROM);
  }

  /** Exempts operators and shops: they act for many, and were chosen when they got their roles. */
  private Duration tooEarly(Caller caller) {
    return buyers == null
            || caller.roles().contains(Role.OPERATOR)
            || caller.roles().contains(Role.SHOP)
        ? Duration.ZERO
        : buyers.take(caller.sub());
  }

  private Problem rateLimited(Duration tooEarly) {
    return Problem.of(
            ProblemType.RATE_LIMITED,
            ("you sent more than %d claims, payments, releases, cancellations or top-ups a second;"
                    + " nothing was changed, try again after Retry-After")
                .formatted(settings.claimsPerSecond()))
        .retryAfter(tooEarly);
  }

  private static Problem overloaded() {
    return Problem.of(
            ProblemType.OVERLOADED,
            "too many claims at once; nothing was changed, try again after Retry-After")
        .retryAfter(SOON);
  }

  private static Counter turnedAway(MeterRegistry registry, String reason) {
    return Counter.builder("stampede.claims.turned.away")
        .description("Claims refused by the rate limit or the concurrency limit, by reason")
        .tag("reason", reason)
        .register(registry);
  }
}
