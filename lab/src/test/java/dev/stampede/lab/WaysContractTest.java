package dev.stampede.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.plan.Guard;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.strategy.NoWitness;
import dev.stampede.lab.strategy.OpenWay;
import dev.stampede.testkit.ContentionContract;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every way to claim keeps the contract, but for the one that keeps nobody out. That the contract
 * can be broken is tested too: by that one, and by locks in Redis that end before the work does.
 */
final class WaysContractTest {

  private static final int BUYERS = 16;

  /** Far longer than the lock lasts: others get in however busy the machine is. */
  private static final int LONG_WORK_MILLIS = 2_000;

  private static LabFixture fixture;

  @BeforeAll
  static void open() throws SQLException {
    fixture = new LabFixture();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @TestFactory
  Stream<DynamicTest> everyWayButOneKeepsTheContract() {
    return Arrays.stream(Strategy.values())
        .filter(strategy -> strategy != Strategy.UNSAFE)
        .map(
            strategy ->
                dynamicTest(
                    strategy.word(),
                    () ->
                        by(
                            overlapping(strategy),
                            contract -> {
                              contract.oneOfManyWinsASeat(BUYERS);
                              contract.seatsAreSoldToTheLastAndNoneTwice();
                              contract.severalSeatsAreAllOrNone();
                            })));
  }

  /** Under a fence the locks of Redis keep it however they are waited for. */
  @TestFactory
  Stream<DynamicTest> withAFenceRedisKeepsItToo() {
    return redisLocks()
        .map(
            strategy ->
                dynamicTest(
                    strategy.word(),
                    () -> {
                      Plan plan = overlapping(strategy);
                      by(
                          plan.with(new Guard(plan.guard().ttl(), true)),
                          contract -> {
                            contract.oneOfManyWinsASeat(BUYERS);
                            contract.seatsAreSoldToTheLastAndNoneTwice();
                          });
                    }));
  }

  @Test
  void withoutAnythingThatKeepsOthersOutASeatHasSeveralWinners() {
    by(
        overlapping(Strategy.UNSAFE),
        contract ->
            assertThatThrownBy(() -> contract.oneOfManyWinsASeat(BUYERS))
                .isInstanceOf(AssertionError.class));
  }

  @TestFactory
  Stream<DynamicTest> aLockThatEndsBeforeTheWorkBreaksIt() {
    return redisLocks()
        .map(
            strategy ->
                dynamicTest(
                    strategy.word(),
                    () ->
                        by(
                            LabFixture.thinking(tooShort(strategy, false), LONG_WORK_MILLIS),
                            contract ->
                                assertThatThrownBy(() -> contract.oneOfManyWinsASeat(6))
                                    .isInstanceOf(AssertionError.class))));
  }

  /**
   * Announcing 0 instead of the fence, so that it is checked at the write alone, was seen to fail.
   */
  @TestFactory
  Stream<DynamicTest> withAFenceALockThatEndsBeforeTheWorkSellsNothingTwice() {
    return redisLocks()
        .map(
            strategy ->
                dynamicTest(
                    strategy.word(),
                    () -> {
                      Plan plan = tooShort(strategy, true);
                      Plan small = plan.with(plan.tries().withMaxAttempts(2));
                      Verdict verdict = Verdict.of(fixture.run(LabFixture.crowd(small, 6, 3)));
                      assertThat(verdict.isSafe()).isTrue();
                    }));
  }

  /** Long enough for the others to come in between. */
  private static Plan overlapping(Strategy strategy) {
    return LabFixture.thinking(LabFixture.plan(strategy), 2);
  }

  private static Plan tooShort(Strategy strategy, boolean fence) {
    return LabFixture.thinking(LabFixture.plan(strategy), 300)
        .with(new Guard(Duration.ofMillis(100), fence));
  }

  private static Stream<Strategy> redisLocks() {
    return Arrays.stream(Strategy.values()).filter(Strategy::isRedisLock);
  }

  private static void by(Plan plan, Consumer<ContentionContract> holds) {
    try (OpenWay way = OpenWay.of(plan, fixture.stage, NoWitness.WITNESS)) {
      holds.accept(new ContentionContract(way, fixture.stage.shows(), fixture.data.url()));
    }
  }
}
