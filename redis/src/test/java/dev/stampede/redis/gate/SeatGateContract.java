package dev.stampede.redis.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.layer.SeatGate.Verdict;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.PatientGate;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.SharedTestRedis;
import dev.stampede.redis.ShowKeys;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of layer 1, whatever the shape of its Redis. */
abstract class SeatGateContract {

  private static final ShowId SHOW = new ShowId(17);
  private static final Buyer ANN = new Buyer("ann");
  private static final Buyer BEN = new Buyer("ben\nwith a line feed");
  private static final Duration SOON = Duration.ofSeconds(30);

  private final SharedTestRedis own;
  private final ShowKeys keys;
  private final RedisSeatGate gate;

  SeatGateContract(RedisSettings settings) {
    own = new SharedTestRedis(settings);
    keys = new ShowKeys(own.prefix(), SHOW);
    gate = new RedisSeatGate(own.redis(), own.prefix(), () -> 1, Duration.ofSeconds(30));
  }

  @AfterEach
  void close() throws Exception {
    own.end();
  }

  @Test
  void ofManyAtOnceOneEnters() {
    AtomicInteger next = new AtomicInteger(10);
    Rush rush =
        Eventually.within(SOON)
            .until(
                "all of them are answered in time",
                () -> rush(List.of(next.getAndIncrement(), next.getAndIncrement())),
                tried -> tried.verdicts().stream().noneMatch(Verdict.Skipped.class::isInstance));

    assertThat(rush.verdicts()).filteredOn(Verdict.Passed.class::isInstance).hasSize(1);
    assertThat(rush.verdicts())
        .filteredOn(verdict -> !(verdict instanceof Verdict.Passed))
        .containsOnly(new Verdict.Refused(rush.seats()));
  }

  private record Rush(List<Integer> seats, List<Verdict> verdicts) {}

  /** Many buyers ask for the same seats, each once. */
  private Rush rush(List<Integer> seats) {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Verdict>> verdicts = new ArrayList<>();
    try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        Buyer buyer = new Buyer("buyer-" + i);
        verdicts.add(
            crowd.submit(
                () -> {
                  start.await();
                  return gate.enter(SHOW, seats, buyer, HoldId.fresh(1));
                }));
      }
      start.countDown();
    }
    return new Rush(seats, verdicts.stream().map(Future::resultNow).toList());
  }

  /**
   * Seen to fail with key names without the epoch: the gate refused ben a seat whose claim was
   * undone.
   */
  @Test
  void theGateIgnoresEntriesOfAnEarlierEpoch() {
    AtomicLong epoch = new AtomicLong(1);
    RedisSeatGate rewound =
        new RedisSeatGate(own.redis(), own.prefix(), epoch::get, Duration.ofSeconds(30));
    List<Integer> seat = List.of(8);
    assertThat(enter(rewound, ANN, seat, HoldId.fresh(1))).isEqualTo(new Verdict.Passed());
    assertThat(enter(rewound, BEN, seat, HoldId.fresh(2))).isEqualTo(new Verdict.Refused(seat));

    epoch.set(40);

    assertThat(enter(rewound, BEN, seat, HoldId.fresh(3))).isEqualTo(new Verdict.Passed());
  }

  private Verdict enterPatiently(Buyer buyer, List<Integer> seats) {
    return enter(gate, buyer, seats, HoldId.fresh(1));
  }

  private Verdict enter(RedisSeatGate at, Buyer buyer, List<Integer> seats, HoldId hold) {
    return PatientGate.enter(
        own.redis(), keys.seat(seats.getFirst()), () -> at.enter(SHOW, seats, buyer, hold));
  }

  @Test
  void allSeatsAreTakenOrNone() throws Exception {
    assertThat(enterPatiently(ANN, List.of(5))).isInstanceOf(Verdict.Passed.class);

    assertThat(enterPatiently(BEN, List.of(4, 5, 6))).isEqualTo(new Verdict.Refused(List.of(5)));

    assertThat(own.value(keys.seat(4))).isNull();
    assertThat(own.value(keys.seat(6))).isNull();
    assertThat(own.lastsMillis(keys.seat(5))).isBetween(20_000L, 30_000L);
  }

  @Test
  void aBuyersOwnRetryPasses() throws Exception {
    enterPatiently(BEN, List.of(1, 2));
    String first = own.value(keys.seat(1));

    assertThat(enterPatiently(BEN, List.of(1, 2))).isInstanceOf(Verdict.Passed.class);

    assertThat(own.value(keys.seat(1))).as("still the first hold's").isEqualTo(first);
  }

  @Test
  void aHoldGivesBackOnlyItsOwn() throws Exception {
    HoldId annsHold = HoldId.fresh(1);
    HoldId bensHold = HoldId.fresh(1);
    enter(gate, ANN, List.of(1), annsHold);
    enter(gate, BEN, List.of(2), bensHold);

    gate.leave(SHOW, List.of(1, 2), annsHold);

    Eventually.within(SOON).until("ann has left", () -> own.value(keys.seat(1)) == null);
    assertThat(own.value(keys.seat(2))).isEqualTo("0\n" + bensHold + "\n" + BEN);
  }
}
