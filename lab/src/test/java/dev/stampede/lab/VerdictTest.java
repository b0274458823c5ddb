package dev.stampede.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stampede.lab.contest.Intention;
import dev.stampede.lab.contest.Run;
import dev.stampede.lab.contest.Story;
import dev.stampede.lab.contest.Trial;
import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.house.Usage;
import dev.stampede.lab.plan.Crowd;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.plan.Want;
import dev.stampede.lab.report.Environment;
import dev.stampede.lab.report.RunText;
import dev.stampede.lab.report.RunsJson;
import dev.stampede.lab.way.Failure;
import dev.stampede.lab.way.Ticket;
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
    Run run =
        run(List.of(new Ticket(0, 2, "b"), new Ticket(1, 0, "")), sold("a", 0, 0), sold("b", 1, 0));

    Verdict verdict = Verdict.of(run);

    assertThat(verdict.sold()).isEqualTo(2);
    assertThat(verdict.oversold()).isEqualTo(1);
    assertThat(verdict.lost()).isEqualTo(1);
    assertThat(verdict.isSafe()).isFalse();
    assertThat(RunText.render(run, false)).contains("oversold?    YES: 1", "lost?        YES: 1");
  }

  @Test
  void orderIsTheShareOfPairsThatAreRight() {
    List<Ticket> tickets =
        List.of(new Ticket(0, 1, "b"), new Ticket(1, 1, "a"), new Ticket(2, 1, "c"));

    Verdict verdict = Verdict.of(run(tickets, sold("a", 0, 1), sold("b", 1, 0), sold("c", 2, 2)));

    assertThat(verdict.order()).isCloseTo(2 / 3.0, within(1e-9));
  }

  @Test
  void whoGivesUpWhileThereAreTicketsStarves() {
    List<Ticket> tickets = List.of(new Ticket(0, 1, "b"), new Ticket(1, 0, ""));

    Verdict verdict =
        Verdict.of(
            run(
                tickets,
                failed("a", 0, Failure.ATTEMPTS_EXHAUSTED),
                sold("b", 1, 0),
                failed("c", 2, Failure.NO_TICKETS)));

    assertThat(verdict.starved()).containsExactly("a");
    assertThat(verdict.failed(Failure.ATTEMPTS_EXHAUSTED)).isEqualTo(1);
  }

  @Test
  void theJsonIsWhatProgramsWerePromised() {
    Run run =
        run(List.of(new Ticket(0, 1, "a")), sold("a", 0, 0), failed("b", 1, Failure.LOCK_BUSY));

    JsonNode json =
        JsonMapper.shared()
            .readTree(RunsJson.render(List.of(run), new Environment("abc", 2, "Linux", "25")))
            .get("runs")
            .get(0);

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

  private static Run run(List<Ticket> tickets, Story... stories) {
    return new Run(
        new Trial(LabFixture.plan(Strategy.OPTIMISTIC), 1, ""),
        List.of(stories),
        tickets,
        new Run.Cost(Duration.ofMillis(30), new Usage(10, 0)),
        List.of(),
        false);
  }

  private static Story sold(String label, int arrival, int seat) {
    return story(label, arrival, List.of(seat), Optional.empty());
  }

  private static Story failed(String label, int arrival, Failure why) {
    return story(label, arrival, List.of(), Optional.of(why));
  }

  private static Story story(
      String label, int arrival, List<Integer> seats, Optional<Failure> failure) {
    return new Story(
        label,
        new Story.Order(arrival, arrival),
        seats,
        failure,
        2,
        new Story.Times(Duration.ofMillis(10), Duration.ofMillis(20)));
  }
}
