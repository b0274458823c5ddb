package dev.stampede.prove.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stampede.harness.RunEnvironment;
import dev.stampede.prove.check.CheckedRecord;
import dev.stampede.prove.check.InvariantResult;
import dev.stampede.prove.check.Violation;
import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.CallRecorder;
import dev.stampede.prove.history.RecordedCall;
import dev.stampede.prove.history.RecordedFault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Figures and reports of a made-up run of 60 s: a hold is made every 100 ms, except from second 20
 * to 25, when the database is gone and each call fails.
 */
final class ProveReportTest {

  private static final long MILLIS = 1_000;
  private static final long SECOND = 1_000_000;
  private static final List<RecordedFault> FAULTS =
      List.of(
          new RecordedFault("postgres-killed", "primary", 20 * SECOND, 25 * SECOND, "5 s"),
          new RecordedFault("link-reset", "server 0 to <redis>", 40 * SECOND, 40 * SECOND, ""));

  @TempDir private Path folder;

  private RecordFigures figures;
  private RunFacts run;

  @BeforeEach
  void recordARun() {
    Path record = folder.resolve("calls.tsv");
    try (CallRecorder recorder = CallRecorder.to(record)) {
      for (long at = 0; at < 60 * SECOND; at += 100 * MILLIS) {
        boolean gone = at >= 20 * SECOND && at < 25 * SECOND;
        Answered answer =
            gone
                ? Answered.nothing("timeout")
                : new Answered(201, "", "h-" + at, List.of(1), 50, -1, "", "", false);
        recorder.record(
            new RecordedCall(
                recorder.nextId(),
                CallKind.HOLD,
                1,
                "b-1",
                0,
                at,
                at + (gone ? 50 : 2) * MILLIS,
                Asked.NOTHING.in(1).seats(List.of(1)),
                answer));
      }
    }
    RunMoments moments = new RunMoments(10 * SECOND, 50 * SECOND, 60 * SECOND);
    figures = RecordFigures.of(record, FAULTS, moments);
    run =
        new RunFacts(
            7,
            "single",
            new RunEnvironment("0123456789abcdef", 2, "Linux", "Java 25", "vm"),
            Duration.ofSeconds(70),
            moments,
            FAULTS);
  }

  @Test
  void figuresTellWhatAFaultCost() {
    assertThat(figures.total().calls()).isEqualTo(600);
    assertThat(figures.total().unknown()).isEqualTo(50);
    assertThat(figures.total().acknowledged()).isEqualTo(550);
    FaultImpact killed = figures.impacts().getLast();
    assertThat(killed.kind()).isEqualTo("postgres-killed");
    assertThat(killed.goodput().before()).isEqualTo(10, within(0.2));
    assertThat(killed.goodput().during()).isEqualTo(0, within(0.3));
    assertThat(killed.goodput().after()).isEqualTo(10, within(0.2));
    assertThat(killed.noticedMedianMicros().orElseThrow()).isEqualTo(50 * MILLIS);
    assertThat(killed.recoveredMedianMicros().orElseThrow()).isLessThan(SECOND);
    assertThat(figures.total().p50Micros()).isBetween(2 * MILLIS, 2100L);
    assertThat(figures.seconds().get(22).failed()).isEqualTo(10);
  }

  @Test
  void thePageSaysWhatHeldAndNeedsNoNetwork() {
    String page = ReportPage.of(run, figures, verdict(0));

    assertThat(page)
        .contains("All 2 invariants hold.", "postgres-killed", "one-owner", "<svg", "600")
        .contains("server 0 to &lt;redis&gt;")
        .doesNotContain("<redis>", "http://", "https://", "<script", "@import");
  }

  @Test
  void thePageShowsTheHistoryOfAViolation() {
    String page = ReportPage.of(run, figures, verdict(1));

    assertThat(page)
        .contains("1 of 2 invariants are violated.", "seat 4: has two owners")
        .contains("call 1 &lt; call 2");
  }

  @Test
  void theJsonHasTheFieldsOfTheContract() {
    JsonNode json = JsonMapper.shared().readTree(ProveJson.of(run, figures, verdict(1)));

    assertThat(json.path("seed").asLong()).isEqualTo(7);
    assertThat(json.path("topology").asString()).isEqualTo("single");
    assertThat(json.path("operations").asLong()).isEqualTo(600);
    assertThat(json.path("unknown").asLong()).isEqualTo(50);
    assertThat(json.path("faults").path("postgres-killed").asInt()).isEqualTo(1);
    assertThat(json.path("invariants").get(0).path("name").asString()).isEqualTo("one-owner");
    assertThat(json.path("invariants").get(0).path("checked").asLong()).isEqualTo(550);
    assertThat(json.path("invariants").get(0).path("violations").asLong()).isEqualTo(1);
    assertThat(json.path("seconds").asLong()).isEqualTo(70);
  }

  private static CheckedRecord verdict(int violations) {
    List<Violation> examples =
        violations == 0
            ? List.of()
            : List.of(new Violation("seat 4", "has two owners", List.of("call 1 < call 2")));
    Duration took = Duration.ofMillis(3);
    return new CheckedRecord(
        600,
        0,
        List.of(
            new InvariantResult(
                "one-owner", "A seat has one owner.", 550, violations, examples, took),
            new InvariantResult("ledger", "Entries sum to zero.", 3, 0, List.of(), took)),
        took);
  }
}
