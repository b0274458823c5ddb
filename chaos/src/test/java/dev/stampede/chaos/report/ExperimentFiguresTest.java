package dev.stampede.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stampede.chaos.load.AttemptReply;
import dev.stampede.chaos.load.ClientRequest;
import dev.stampede.chaos.load.HealthPoller.Look;
import dev.stampede.chaos.load.Load.Heard;
import dev.stampede.chaos.load.RequestHistory;
import dev.stampede.chaos.load.SendAttempt;
import dev.stampede.crowd.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A sale of 100 changes a second with a hole in it, and what is said of it. */
final class ExperimentFiguresTest {

  /** Calm until second 10, a fault until second 20, all over at second 40. */
  private static final Moments MOMENTS = new Moments(0, at(10), at(20), at(40));

  private final List<RequestHistory> deeds = new ArrayList<>();
  private final List<Heard> heard = new ArrayList<>();

  @Test
  void theHoleIsSeenInGoodputInThePauseAndInTheTimeToRecover() {
    acknowledged(0, 10, 100);
    acknowledged(10, 11, 100);
    acknowledged(23, 24, 50);
    acknowledged(24, 40, 100);

    ExperimentFigures figures = figures(List.of());

    assertThat(figures.goodput().before()).isCloseTo(100, within(1.0));
    assertThat(figures.goodput().during()).isCloseTo(10, within(1.0));
    assertThat(figures.goodput().after()).isCloseTo(100, within(3.0));
    assertThat(figures.recovered().orElseThrow())
        .isBetween(Duration.ofMillis(3_500), Duration.ofSeconds(4));
    assertThat(figures.longestPause().toMillis()).isCloseTo(12_000, within(20L));
  }

  @Test
  void goodputThatNeverComesBackHasNoRecoveryTime() {
    acknowledged(0, 10, 100);
    acknowledged(20, 40, 70);

    ExperimentFigures figures = figures(List.of());

    assertThat(figures.recovered()).isEmpty();
    assertThat(ExperimentFigures.isBack(deeds, MOMENTS)).isFalse();
  }

  @Test
  void anExperimentWithoutLossesRecoversAtOnce() {
    acknowledged(0, 40, 100);

    assertThat(figures(List.of()).recovered().orElseThrow()).isLessThan(Duration.ofMillis(20));
  }

  @Test
  void itIsNoticedByWhoeverSaysSoFirstAndWellWhenTheLastServerIs() {
    acknowledged(0, 40, 100);
    hears(at(5), answer(503, "read-only"));
    hears(at(11), answer(503, "overloaded"));
    hears(at(13), answer(503, "read-only"));
    List<Look> looks =
        List.of(
            new Look(at(10), 0, true, Set.of("kafka")),
            new Look(at(12), 0, true, Set.of("redis")),
            new Look(at(14), 1, true, Set.of("redis")),
            new Look(at(22), 1, true, Set.of()),
            new Look(at(23), 0, true, Set.of()));

    ExperimentFigures figures = figures(looks);

    assertThat(figures.detected())
        .contains(new ExperimentFigures.Sign(Duration.ofSeconds(2), "health: [redis]"));
    assertThat(figures.well()).contains(Duration.ofSeconds(3));
    assertThat(figures.heard(AttemptReply.Meaning.FAILED)).as("from the fault on").isEqualTo(2);
    assertThat(figures(looks.subList(0, 4)).well()).as("one is not").isEmpty();
  }

  @Test
  void aClientThatGetsNoAnswerHasDetectedTheFault() {
    acknowledged(0, 40, 100);
    hears(at(11), new AttemptReply.Silence(Failure.CLOSED));

    assertThat(figures(List.of()).detected())
        .contains(new ExperimentFigures.Sign(Duration.ofSeconds(1), "a client: closed"));
  }

  private ExperimentFigures figures(List<Look> looks) {
    return ExperimentFigures.of(
        MOMENTS, deeds, heard, looks, Set.of("redis", "read-only", "closed"));
  }

  private void acknowledged(int fromSecond, int toSecond, int eachSecond) {
    for (int i = 0; i < (toSecond - fromSecond) * eachSecond; i++) {
      long when = at(fromSecond) + at(1) / eachSecond * i;
      deeds.add(
          new RequestHistory(order(), List.of(new SendAttempt(0, when, when, answer(201, "")))));
    }
  }

  private void hears(long when, AttemptReply reply) {
    heard.add(new Heard(ClientRequest.Kind.BOOK, new SendAttempt(0, when, when, reply)));
  }

  private static ClientRequest order() {
    return new ClientRequest(
        ClientRequest.Kind.BOOK, "ann", "ann", "/api/v1/bookings", "{}", "hold", "key");
  }

  private static AttemptReply answer(int status, String problem) {
    return new AttemptReply.Answered(status, problem, JsonMapper.shared().createObjectNode());
  }

  private static long at(int second) {
    return Duration.ofSeconds(second).toNanos();
  }
}
