package dev.stampede.server.health;

import dev.stampede.server.health.Readiness.PartState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all parts at once, each with {@link #TIMEOUT} to answer, or {@link #OTHERS_TIMEOUT}
 * where we can do without it. The result is shared for {@link #FRESH}, so that a crowd of probes
 * costs the parts no more than a few looks a second. A part whose last look still hangs is down and
 * is not asked again until that ends.
 *
 * <p>The second time is shorter because balancers usually wait a second themselves: if Redis or
 * Kafka hung for as long, every server would look dead to them while all of them could sell.
 */
public final class Health {

  static final Duration TIMEOUT = Duration.ofSeconds(1);
  static final Duration OTHERS_TIMEOUT = Duration.ofMillis(500);
  static final Duration FRESH = Duration.ofMillis(250);

  private static final Logger log = LoggerFactory.getLogger(Health.class);

  private final List<Watched> parts;
  private final ReentrantLock looking = new ReentrantLock();
  private volatile @Nullable Seen last;

  private record Seen(Readiness readiness, long atNanos) {
    boolean isFresh() {
      return System.nanoTime() - atNanos < FRESH.toNanos();
    }
  }

  public Health(List<Dependency> parts) {
    this.parts = parts.stream().map(Watched::new).toList();
  }

  /** All parts, as a look of no more than {@link #FRESH} ago found them. */
  public List<DependencyStatus> services() {
    Map<String, PartState> found = look().parts();
    return parts.stream()
        .map(watched -> watched.part)
        .map(
            part -> {
              PartState state = found.getOrDefault(part.name(), PartState.down(0, "not checked"));
              return new DependencyStatus(
                  part.name(), state.state(), part.essential(), state.reason());
            })
        .toList();
  }

  Readiness look() {
    Seen seen = last;
    if (seen != null && seen.isFresh()) {
      return seen.readiness();
    }
    looking.lock();
    try {
      seen = last;
      if (seen == null || !seen.isFresh()) {
        Readiness found = lookNow();
        seen = new Seen(found, System.nanoTime());
        last = seen;
      }
      return seen.readiness();
    } finally {
      looking.unlock();
    }
  }

  private Readiness lookNow() {
    long started = System.nanoTime();
    parts.forEach(Watched::ask);
    Map<String, PartState> states = new LinkedHashMap<>();
    String state = Readiness.READY;
    for (Watched watched : parts) {
      PartState found = watched.answer(started);
      states.put(watched.part.name(), found);
      if (!found.isUp()) {
        boolean fatal = watched.part.essential() || state.equals(Readiness.NOT_READY);
        state = fatal ? Readiness.NOT_READY : Readiness.DEGRADED;
      }
    }
    return new Readiness(state, states);
  }

  /** A part and the look at it that is under way. */
  private static final class Watched {
    private final Dependency part;
    private @Nullable Look look;
    private boolean saidDown;

    private Watched(Dependency part) {
      this.part = part;
    }

    private void ask() {
      if (look != null && look.hangs()) {
        return;
      }
      Look next = new Look(part.check());
      look = next;
      Thread.ofVirtual().name("health-" + part.name()).start(next);
    }

    private PartState answer(long started) {
      Future<Double> asked = look;
      if (asked == null) {
        throw new IllegalStateException(part.name() + " was not asked");
      }
      Duration limit = part.essential() ? TIMEOUT : OTHERS_TIMEOUT;
      long left = limit.toNanos() - (System.nanoTime() - started);
      try {
        double latency = asked.get(Math.max(0, left), TimeUnit.NANOSECONDS);
        sayUp();
        return PartState.up(latency);
      } catch (TimeoutException | CancellationException e) {
        asked.cancel(true);
        sayDown(e);
        return PartState.down(millisSince(started), "no answer within " + limit.toMillis() + " ms");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return PartState.down(millisSince(started), "the check was interrupted");
      } catch (ExecutionException e) {
        sayDown(e.getCause());
        return PartState.down(millisSince(started), reason(e));
      }
    }

    /** Messages of drivers carry addresses, users and worse: they stay in the log. */
    private static String reason(ExecutionException failure) {
      return failure.getCause() instanceof DependencyDownException down
          ? String.valueOf(down.getMessage())
          : "the check failed; see the server's log";
    }

    /** Once each way: probes come every second, and an outage must not fill the log. */
    private void sayDown(@Nullable Throwable why) {
      if (!saidDown) {
        log.warn(
            "{} is down ({})",
            part.name(),
            part.essential() ? "required: this server is not ready" : "optional: sales continue",
            why);
      }
      saidDown = true;
    }

    private void sayUp() {
      if (saidDown) {
        log.info("{} is up again", part.name());
      }
      saidDown = false;
    }

    private static double millisSince(long started) {
      return Math.round((System.nanoTime() - started) / 10_000.0) / 100.0;
    }
  }

  /** One check of a part. Its thread may still be at it after the look was cancelled. */
  private static final class Look extends FutureTask<Double> {
    private volatile boolean ended;

    private Look(HealthCheck check) {
      super(
          () -> {
            long started = System.nanoTime();
            check.run();
            return Watched.millisSince(started);
          });
    }

    @Override
    public void run() {
      try {
        super.run();
      } finally {
        ended = true;
      }
    }

    /** True while it was not answered, and after it was cancelled while its thread is at it. */
    private boolean hangs() {
      return !isDone() || (isCancelled() && !ended);
    }
  }
}
