package dev.stampede.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.Ratio;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.ReportJson;
import dev.stampede.bench.report.ReportTable;
import dev.stampede.bench.report.Rounds;
import dev.stampede.bench.report.Row;
import dev.stampede.harness.RunEnvironment;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class ReportTest {

  private static final Report REPORT =
      new Report(
          "http",
          List.of(
              new Row("ours", 47_999.6, OptionalDouble.of(1.25), OptionalDouble.of(4), "note"),
              new Row("theirs", 60_000, OptionalDouble.empty(), OptionalDouble.empty(), "")),
          List.of(new Ratio("ours / theirs", 0.79999, 0.8), new Ratio("ours / others", 0.1, 0)));

  private static final RunEnvironment ENVIRONMENT =
      new RunEnvironment("abc", 2, "Linux", "Java 25", "a VM");

  @Test
  void theJsonIsWhatProgramsWerePromised() {
    assertThat(JsonMapper.shared().readTree(ReportJson.render(REPORT, ENVIRONMENT)))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {"name": "http", "commit": "abc", "cpus": 2,
                     "rows": [
                       {"case": "ours", "ratePerSecond": 47999.600, "p50Millis": 1.250, "p99Millis": 4.000},
                       {"case": "theirs", "ratePerSecond": 60000.000}],
                     "ratios": [
                       {"name": "ours / theirs", "value": 0.800, "bar": 0.800, "holds": false},
                       {"name": "ours / others", "value": 0.100, "bar": 0.000, "holds": true}]}
                    """));
  }

  @Test
  void theTableSaysWhetherABarHolds() {
    assertThat(ReportTable.render(REPORT).lines())
        .containsExactly(
            "case                             per second     p50 ms     p99 ms",
            "ours                                 48,000      1.250      4.000  note",
            "theirs                               60,000",
            "ours / theirs                          0.80                        bar 0.80: DOES NOT HOLD",
            "ours / others                          0.10                        for the record");
  }

  @Test
  void aLongNameWidensTheTable() {
    String longName = "rows updated, a table with a name that is longer than others";
    Report wide =
        new Report(
            "cost", List.of(), List.of(new Ratio(longName, 1_590.6, 0), new Ratio("b", 1, 0)));

    assertThat(ReportTable.render(wide).lines().map(line -> line.indexOf("for the record")))
        .containsExactly(-1, longName.length() + 39, longName.length() + 39);
  }

  @Test
  void notesStandUnderTheTableAndNotInTheJson() {
    Report noted = new Report("wallet", List.of(), List.of(), List.of("seen elsewhere: 15,200"));

    assertThat(ReportTable.render(noted).lines()).endsWith("", "seen elsewhere: 15,200");
    assertThat(ReportJson.render(noted, ENVIRONMENT)).doesNotContain("elsewhere");
  }

  @Test
  void theMedianLeavesOutTheBadMinute() {
    assertThat(Rounds.median(List.of(5.0, 1.0, 4.0), x -> x)).isEqualTo(4);
    assertThat(Rounds.median(List.of(5.0, 1.0, 4.0, 2.0), x -> x)).isEqualTo(3);
  }

  @Test
  void casesTakeTurns() throws Exception {
    StringBuilder order = new StringBuilder();
    Rounds.alternate(List.of("a", "b", "c"), 2, order::append);
    assertThat(order).hasToString("abcabc");
  }

  @Test
  void casesAreChosenByWordsInTheirNames() {
    assertThat(new Effort(true, Set.of()).includes("Vert.x")).isTrue();
    assertThat(new Effort(true, Set.of("vert", "boot")).includes("Spring Boot")).isTrue();
    assertThat(new Effort(true, Set.of("vert")).includes("Spring Boot")).isFalse();
  }
}
