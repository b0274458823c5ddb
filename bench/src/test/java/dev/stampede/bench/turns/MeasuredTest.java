package dev.stampede.bench.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.bench.report.Failed;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Ratio;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.Row;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class MeasuredTest {

  private static final ProgressPrinter NOBODY =
      new ProgressPrinter(new PrintWriter(Writer.nullWriter()));

  private final Findings findings = new Findings();

  @Test
  void aRatioIsTheMedianOfTheRoundsRatios() throws Exception {
    Measured measured =
        Measured.inTurns(
            List.of(new Scripted("ours", 10, 20, 90), new Scripted("theirs", 10, 10, 30)),
            3,
            Duration.ZERO,
            NOBODY);

    measured.ratio(findings, "ours / theirs", "ours", "theirs", 2);
    measured.ratio(findings, "theirs / ours", "theirs", "ours", 2);

    assertThat(findings.report("x").ratios())
        .containsExactly(new Ratio("ours / theirs", 2, 2), new Ratio("theirs / ours", 0.5, 2));
    assertThat(findings.report("x").ratios()).extracting(Ratio::holds).containsExactly(true, false);
  }

  @Test
  void waitingTimesAreJudgedRoundByRoundToo() throws Exception {
    Measured measured =
        Measured.inTurns(
            List.of(new Waited("long", 10, 30, 40), new Waited("short", 10, 12, 10)),
            3,
            Duration.ZERO,
            NOBODY);

    measured.p99Within(findings, "2 × short / long", "long", 2, "short");

    assertThat(findings.report("x").ratios())
        .containsExactly(new Ratio("2 × short / long", 0.8, 1));
  }

  @Test
  void aRatioOfACaseThatWasLeftOutIsLeftOut() throws Exception {
    Measured measured =
        Measured.inTurns(List.of(new Scripted("ours", 10)), 1, Duration.ZERO, NOBODY);

    measured.ratio(findings, "ours / theirs", "ours", "theirs", 2);

    assertThat(findings.report("x").ratios()).isEmpty();
    assertThat(measured.rate("theirs")).isEmpty();
    assertThat(measured.rate("ours")).hasValue(10);
  }

  @Test
  void aRowHasTheMediansOfItsRounds() throws Exception {
    Measured.inTurns(List.of(new Scripted("ours", 10, 30, 20)), 3, Duration.ZERO, NOBODY)
        .tell(findings);

    Report report = findings.report("x");
    assertThat(report.rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.ratePerSecond()).isEqualTo(20);
              assertThat(row.p50Millis()).hasValue(2);
              assertThat(row.p99Millis()).isEmpty();
            });
  }

  /** Once the first case that broke ended the run, and all that had been measured was lost. */
  @Test
  void aCaseThatBreaksIsTriedAgainAndThenLeftOutWhileTheOthersAreMeasured() throws Exception {
    Case broken =
        new Case() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public CaseSample measure(Duration duration) {
            throw new IllegalStateException("never answered");
          }
        };
    Scripted once = new Scripted("once", 10, 10);
    once.breaksFirst = true;
    Measured measured =
        Measured.inTurns(
            List.of(broken, once, new Scripted("whole", 20, 20)), 2, Duration.ZERO, NOBODY);

    measured.tell(findings);
    measured.ratio(findings, "whole / once", "whole", "once", 2);
    measured.ratio(findings, "whole / broken", "whole", "broken", 2);

    Report report = findings.report("x");
    assertThat(report.failed()).containsExactly(new Failed("broken", "never answered"));
    assertThat(report.rows()).extracting(Row::name).containsExactly("once", "whole");
    assertThat(report.ratios()).containsExactly(new Ratio("whole / once", 2, 2));
  }

  @Test
  void aPartThatBreaksDoesNotEndTheOthers() throws Exception {
    findings.part(
        "first",
        NOBODY,
        () -> {
          throw new IOException("gone");
        });
    findings.part("second", NOBODY, () -> findings.figure("found", 1));

    assertThat(findings.report("x").failed()).containsExactly(new Failed("first", "gone"));
    assertThat(findings.report("x").ratios()).hasSize(1);
  }

  /** A case with these rates, round by round. */
  private static final class Scripted implements Case {

    private final String name;
    private final ArrayDeque<Double> rates = new ArrayDeque<>();
    private boolean breaksFirst;

    Scripted(String name, double... rates) {
      this.name = name;
      for (double rate : rates) {
        this.rates.add(rate);
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public CaseSample measure(Duration duration) {
      if (breaksFirst) {
        breaksFirst = false;
        throw new IllegalStateException("not yet");
      }
      double rate = rates.remove();
      return new CaseSample(rate, OptionalDouble.of(rate / 10), OptionalDouble.empty(), "");
    }
  }

  /** A case with these p99, round by round. */
  private static final class Waited implements Case {

    private final String name;
    private final ArrayDeque<Double> millis = new ArrayDeque<>();

    Waited(String name, double... millis) {
      this.name = name;
      for (double each : millis) {
        this.millis.add(each);
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public CaseSample measure(Duration duration) {
      return new CaseSample(1, OptionalDouble.empty(), OptionalDouble.of(millis.remove()), "");
    }
  }
}
