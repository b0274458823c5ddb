package dev.stampede.redis.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.layer.SeatGate.Verdict;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.PatientGate;
import dev.stampede.redis.Redis;
import dev.stampede.redis.SharedTestRedis;
import dev.stampede.redis.ShowKeys;
import dev.stampede.redis.SilentRedis;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Layer 1, on one server, and without it. */
final class RedisSeatGateTest extends SeatGateContract {

  private static final ShowId SHOW = new ShowId(18);
  private static final Buyer ANN = new Buyer("ann");
  private static final Buyer BEN = new Buyer("ben");
  private static final Duration SOON = Duration.ofSeconds(30);

  RedisSeatGateTest() {
    super(SharedTestRedis.single());
  }

  @Test
  void aRedisThatDoesNotAnswerIsSkippedQuicklyAndThenAtOnce() throws Exception {
    String prefix = TestServices.shared().freshKeyPrefix();
    String key = new ShowKeys(prefix, SHOW).seat(1);
    try (SilentRedis way = new SilentRedis(TestServices.shared().redisUrl());
        Redis redis = Redis.open(way.settings())) {
      RedisSeatGate far = new RedisSeatGate(redis, prefix, () -> 1, Duration.ofMinutes(5));
      Verdict entered =
          PatientGate.enter(redis, key, () -> far.enter(SHOW, List.of(1), ANN, HoldId.fresh(1)));
      assertThat(entered).isInstanceOf(Verdict.Passed.class);
      way.silence();
      long start = System.nanoTime();
      int tries = 100;
      for (int i = 0; i < tries; i++) {
        assertThat(far.enter(SHOW, List.of(1), BEN, HoldId.fresh(1)))
            .isInstanceOf(Verdict.Skipped.class);
      }
      // Each of them would take 75 ms if the gate were asked.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
      way.cut();
      far.leave(SHOW, List.of(1), HoldId.fresh(1));
      way.restore();
      Eventually.within(Duration.ofSeconds(30))
          .until(
              "it is asked again",
              () -> far.enter(SHOW, List.of(1), BEN, HoldId.fresh(1)) instanceof Verdict.Refused);
    }
  }

  /** Seen to fail with a gate that asks for requests whose deadline has passed. */
  @Test
  void aRequestThatIsTooLateIsNotAskedForAndEntersNothing() {
    String prefix = TestServices.shared().freshKeyPrefix();
    try (Redis redis = Redis.open(SharedTestRedis.single())) {
      RedisSeatGate gate = new RedisSeatGate(redis, prefix, () -> 1, Duration.ofSeconds(30));

      Verdict tooLate =
          RequestDeadline.within(
              Duration.ZERO, () -> gate.enter(SHOW, List.of(2), ANN, HoldId.fresh(1)));

      assertThat(tooLate).isInstanceOf(Verdict.Skipped.class);
      String key = new ShowKeys(prefix, SHOW).seat(2);
      Verdict inTime =
          PatientGate.enter(redis, key, () -> gate.enter(SHOW, List.of(2), BEN, HoldId.fresh(1)));
      assertThat(inTime).isInstanceOf(Verdict.Passed.class);
    }
  }

  /** Seen to fail with a gate that keeps what was entered too late. */
  @Test
  void anAnswerThatIsTooLateIsNotWaitedForAndWhatEnteredIsGivenBack() throws Exception {
    String prefix = TestServices.shared().freshKeyPrefix();
    try (SilentRedis way = new SilentRedis(TestServices.shared().redisUrl());
        Redis redis = Redis.open(way.settings());
        Redis near = Redis.open(SharedTestRedis.single())) {
      RedisSeatGate far = new RedisSeatGate(redis, prefix, () -> 1, Duration.ofSeconds(30));
      RedisSeatGate gate = new RedisSeatGate(near, prefix, () -> 1, Duration.ofSeconds(30));
      Eventually.within(SOON)
          .until(
              "it answers",
              () -> far.enter(SHOW, List.of(1), ANN, HoldId.fresh(1)) instanceof Verdict.Passed);
      way.keepBack();
      assertThat(far.enter(SHOW, List.of(2), ANN, HoldId.fresh(1)))
          .isInstanceOf(Verdict.Skipped.class);
      way.restore();

      Eventually.within(SOON)
          .until(
              "what was kept back has arrived",
              () -> far.enter(SHOW, List.of(3), ANN, HoldId.fresh(1)) instanceof Verdict.Passed);
      Eventually.within(SOON)
          .until(
              "the seat is nobody's",
              () -> gate.enter(SHOW, List.of(2), BEN, HoldId.fresh(1)) instanceof Verdict.Passed);
    }
  }
}
