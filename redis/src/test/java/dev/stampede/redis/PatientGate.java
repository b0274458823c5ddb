package dev.stampede.redis;

import dev.stampede.engine.claim.layer.SeatGate.Verdict;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Enters a gate on a machine that may be too busy to answer in the time that a buyer waits. */
public final class PatientGate {

  private static final Duration SOON = Duration.ofSeconds(30);

  /** A script that is new to Redis is sent twice, the one that enters and the one that leaves. */
  private static final int ROUND_TRIPS = 5;

  private PatientGate() {}

  /**
   * Enters until Redis answers in time. A request that enters too late leaves when its answer
   * comes; the next one waits for that, or it would lose what it has entered.
   *
   * @param key of one of the seats
   */
  public static Verdict enter(Redis redis, String key, Callable<Verdict> entering) {
    return Eventually.within(SOON)
        .until(
            "the gate answers",
            () -> {
              Verdict verdict = entering.call();
              if (verdict instanceof Verdict.Skipped) {
                awaitLeaving(redis, key);
              }
              return verdict;
            },
            verdict -> !(verdict instanceof Verdict.Skipped));
  }

  /** On one connection commands are answered in their order. */
  private static void awaitLeaving(Redis redis, String key) {
    for (int i = 0; i < ROUND_TRIPS; i++) {
      Eventually.within(SOON)
          .until(
              "Redis answers",
              () -> {
                var _ = SharedTestRedis.now(redis.commands().exists(key));
                return true;
              });
    }
  }
}
