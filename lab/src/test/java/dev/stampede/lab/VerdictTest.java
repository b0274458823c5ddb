package dev.stampede.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stampede.harness.RunEnvironment;
import dev.stampede.lab.contest.BuyerResult;
import dev.stampede.lab.contest.Intention;
import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.plan.Crowd;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.plan.Want;
import dev.stampede.lab.report.RunText;
import dev.stampede.lab.report.RunsJson;
import dev.stampede.lab.services.ServiceUsage;
import dev.stampede.lab.strategy.ClaimFailure;
import dev.stampede.lab.strategy.LabSeatRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verdicts from given measurements. */
final class VerdictTest {

  @Test
  void aTicketPromisedTwiceIsOversoldAndOneOfThemIsLost() {
    RunResult run =
        run(
            List.of(new LabSeatRow(0, 2, "b"), new LabSeatRow(1, 0, "")),
            sold("a", 0, 0),
            sold("b", 1, 0));

    Verdict verdict = Verdict.of(run);

    assertThat(verdict.sold()).isEqualTo(2);
    assertThat(verdict.oversold()).isEqualTo(1);
    assertThat(verdict.lost()).isEqualTo(1);
    assertThat(verdict.isSafe()).isFalse();
    assertThat(RunText.render(run, false)).contains("oversold?    YES: 1", "lost?        YES: 1");
  }

  @Test
  void orderIsTheShareOfPairsThatAreRight() {
    List<LabSeatRow> tickets =
        List.of(new LabSeatRow(0, 1, "b"), new LabSeatRow(1, 1, "a"), new LabSeatRow(2, 1, "c"));

    Verdict verdict = Verdict.of(run(tickets, sold("a", 0, 1), sold("b", 1, 0), sold("c", 2, 2)));

    assertThat(verdict.order()).isCloseTo(2 / 3.0, within(1e-9));
  }

  @Test
  void aBuyerStarvesByGivingUpWhileTicketsAreLeft() {
    List<LabSeatRow> tickets = List.of(new LabSeatRow(0, 1, "b"), new LabSeatRow(1, 0, ""));

    Verdict verdict =
        Verdict.of(
            run(
                tickets,
                failed("a", 0, ClaimFailure.ATTEMPTS_EXHAUSTED),
                sold("b", 1, 0),
                failed("c", 2, ClaimFailure.NO_TICKETS)));

    assertThat(verdict.starved()).containsExactly("a");
    assertThat(verdict.failed(ClaimFailure.ATTEMPTS_EXHAUSTED)).isEqualTo(1);
  }

  @Test
  void theJsonIsWhatProgramsWerePromised() {
    RunResult run =
        run(
            List.of(new LabSeatRow(0, 1, "a")),
            sold("a", 0, 0),
            failed("b", 1, ClaimFailure.LOCK_BUSY));

    RunEnvironment environment = new RunEnvironment("abc", 2, "Linux", "Java 25", "a VM");
    JsonNode json =
        JsonMapper.shared().readTree(RunsJson.render(List.of(run), environment)).get("runs").get(0);

    assertThat(json.get("strategy").asString()).isEqualTo("optimistic");
    assertThat(json.get("queue").asBoolean()).isFalse();
    assertThat(json.get("seats").asInt()).isEqualTo(30);
    assertThat(json.get("buyers").asInt()).isEqualTo(50);
    assertThat(json.get("sold").asInt()).isEqualTo(1);
    assertThat(json.get("oversold").asInt()).isZero();
    assertThat(json.get("lost").asInt()).isZero();
    assertThat(json.get("failures").get("lock-busy").asInt()).isEqualTo(1);
    assertThat(json.get("retries").asInt()).isEqualTo(2);
    assertThat(json.get("ratePerSecond").asDouble()).isEqualTo(50);
    assertThat(json.get("p50Millis").asDouble()).isEqualTo(10);
    assertThat(json.get("p99Millis").asDouble()).isEqualTo(10);
  }

  @Test
  void theSameSeedGivesTheSameIntentionsAndAnotherGivesOthers() {
    Crowd crowd = new Crowd(100, 40, 2, Want.RANDOM, 7);

    assertThat(Intention.of(crowd)).isEqualTo(Intention.of(crowd)).hasSize(40);
    assertThat(Intention.of(crowd.withSeed(8))).isNotEqualTo(Intention.of(crowd));
  }

  private static RunResult run(List<LabSeatRow> tickets, BuyerResult... stories) {
    return new RunResult(
        new PlannedRun(LabFixture.plan(Strategy.OPTIMISTIC), 1, ""),
        List.of(stories),
        tickets,
        new RunResult.Cost(Duration.ofMillis(30), new ServiceUsage(10, 0)),
        List.of(),
        false);
  }

  private static BuyerResult sold(String label, int arrival, int seat) {
    return story(label, arrival, List.of(seat), Optional.empty());
  }

  private static BuyerResult failed(String label, int arrival, ClaimFailure why) {
    return story(label, arrival, List.of(), Optional.of(why));
  }

  private static BuyerResult story(
      String label, int arrival, List<Integer> seats, Optional<ClaimFailure> failure) {
    return new BuyerResult(
        label,
        new BuyerResult.Order(arrival, arrival),
        seats,
        failure,
        2,
        new BuyerResult.Times(Duration.ofMillis(10), Duration.ofMillis(20)));
  }
}
