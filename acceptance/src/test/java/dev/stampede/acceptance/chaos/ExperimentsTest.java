package dev.stampede.acceptance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.chaos.ChaosMain;
import dev.stampede.chaos.ExperimentRun;
import dev.stampede.chaos.ExperimentSize;
import dev.stampede.chaos.deployment.ChaosDeployment;
import dev.stampede.chaos.deployment.Shape;
import dev.stampede.chaos.fault.Experiment;
import dev.stampede.chaos.fault.Experiments;
import dev.stampede.chaos.judge.Finding;
import dev.stampede.chaos.judge.Judge;
import dev.stampede.chaos.load.ClientRequest;
import dev.stampede.chaos.load.HealthPoller;
import dev.stampede.chaos.load.Load;
import dev.stampede.chaos.load.RequestHistory;
import dev.stampede.chaos.report.ExperimentFigures;
import dev.stampede.chaos.report.Result;
import dev.stampede.chaos.report.ResultsJson;
import dev.stampede.chaos.report.ResultsTable;
import dev.stampede.harness.RunEnvironment;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The experiments in their short form, two of them in one deployment one after the other, by the
 * code that {@code ./stampede chaos} runs; and a judge that is told lies, which has to notice.
 * {@code ./stampede test --long} runs all ten at full size, each in a deployment of its own.
 */
final class ExperimentsTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final Duration SHORT_HOLD = Duration.ofSeconds(2);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final ExperimentSize SHORT =
      new ExperimentSize(8, OptionalInt.of(ExperimentSize.LEAST_SECONDS));
  private static final PrintWriter OUT = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

  @TempDir private static Path folder;

  private static ChaosDeployment deployment;

  @BeforeAll
  static void open() throws Exception {
    deployment = ChaosDeployment.start(folder, Shape.PLAIN, SHORT_HOLD);
  }

  @AfterAll
  static void close() {
    deployment.close();
  }

  @Test
  void everyPromiseHoldsInEveryExperiment() throws Exception {
    List<Result> results = new ArrayList<>();
    for (Experiment experiment : List.of(named("redis-killed"), named("postgres-killed"))) {
      results.add(new ExperimentRun(experiment, SHORT, OUT).run(deployment));
    }
    if (LONG) {
      for (Experiment experiment : Experiments.all()) {
        ExperimentSize full = new ExperimentSize(ExperimentSize.USUAL_CLIENTS, OptionalInt.empty());
        results.add(new ExperimentRun(experiment, full, OUT).run());
      }
    }
    OUT.print(ResultsTable.of(results));
    OUT.flush();

    assertThat(results).allSatisfy(ExperimentsTest::mustHold);
    assertThat(ChaosMain.exitCode(results)).isEqualTo(ChaosMain.HELD);
    assertThat(ResultsJson.of(results, RunEnvironment.here()))
        .contains("\"name\" : \"postgres-killed\"", "\"detectedMillis\"", "\"holds\" : true");
  }

  private static void mustHold(Result result) {
    assertThat(result.findings()).as("%s", result.experiment().label()).allMatch(Finding::holds);
    assertThat(result.figures().detected()).as("somebody noticed").isPresent();
    assertThat(result.figures().recovered()).as("goodput came back").isPresent();
    assertThat(result.figures().well()).as("all is up again").isPresent();
  }

  /**
   * A booking that was promised is gone, an event of a seat is deleted, a seat is at another
   * version than consumers were told, and one is sold to two.
   */
  @Test
  void theJudgeFindsEveryLie() throws Exception {
    Collection<RequestHistory> deeds = someDeeds();
    String booking =
        deeds.stream()
            .filter(deed -> deed.order().kind() == ClientRequest.Kind.BOOK && deed.isAcknowledged())
            .findFirst()
            .orElseThrow()
            .id();
    Sql sql = new Sql(deployment.databaseUrl());
    // From here on nobody but this test changes a seat: no hold is left that could expire.
    Eventually.within(SOON)
        .until(
            "all holds have expired",
            () -> number("SELECT count(*) FROM seat WHERE state = 'h'") == 0);
    long seat = number("SELECT max(number) FROM seat WHERE version > 1");
    List<Finding> lied;
    try (Aside _ = new Aside("seat_event", "version = 1 AND number = " + seat)) {
      sql.run("UPDATE seat SET version = version + 1 WHERE number = " + seat);
      // The seats of this booking again, in two more that stand: the database would refuse them.
      sql.run("ALTER TABLE booking DISABLE TRIGGER USER");
      sql.run(
          """
          INSERT INTO booking
            (id, hold_id, show_id, total, confirmed_at, paid_balance, buyer, seats)
          SELECT gen_random_uuid(), gen_random_uuid(), show_id, total, confirmed_at, paid_balance,
            'a second owner', seats
          FROM booking, generate_series(1, 2) WHERE id = '%s'"""
              .formatted(booking));
      sql.run("ALTER TABLE booking ENABLE TRIGGER USER");
      try (Aside _ = new Aside("booking", "id = '%s'".formatted(booking))) {
        lied = new Judge(deployment).findings(deeds);
      } finally {
        sql.run("DELETE FROM booking WHERE buyer = 'a second owner'");
        sql.run("UPDATE seat SET version = version - 1 WHERE number = " + seat);
      }
    }

    assertThat(broken(lied))
        .contains(
            "every acknowledged booking is there, as it was told",
            "everyone was charged for what they booked, once",
            "no seat was sold twice",
            "seat events are dense, and end as the table does",
            "booking events are dense, and end as the table does",
            "./stampede verify agrees")
        .doesNotContain(
            "every acknowledged top-up is there, once",
            "every acknowledged hold was made",
            "the ledger sums to zero, and every balance is right");
    assertThat(detail(lied, "every acknowledged booking")).contains(booking);
    assertThat(detail(lied, "./stampede verify")).contains("seat-events");
    assertThat(ChaosMain.exitCode(List.of(resultWith(lied)))).isEqualTo(ChaosMain.BROKEN);
  }

  /** The only number of the only row. */
  private static long number(String query) throws SQLException {
    try (Connection connection = new Sql(deployment.databaseUrl()).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Returns the deeds of a few people in a moment without trouble. */
  private static Collection<RequestHistory> someDeeds() throws InterruptedException {
    try (HealthPoller health = new HealthPoller(deployment.targets());
        Load load = Load.start(deployment, health, 4)) {
      Eventually.within(SOON)
          .until(
              "somebody has booked",
              () ->
                  load.deeds().stream()
                      .anyMatch(
                          deed ->
                              deed.order().kind() == ClientRequest.Kind.BOOK
                                  && deed.isAcknowledged()));
      load.stop();
      return load.deeds();
    }
  }

  private static List<String> broken(List<Finding> findings) {
    return findings.stream().filter(finding -> !finding.holds()).map(Finding::what).toList();
  }

  private static String detail(List<Finding> findings, String what) {
    return findings.stream()
        .filter(finding -> finding.what().startsWith(what))
        .map(Finding::detail)
        .findFirst()
        .orElseThrow();
  }

  private static Result resultWith(List<Finding> findings) {
    ExperimentFigures nothing =
        new ExperimentFigures(
            Optional.empty(),
            new ExperimentFigures.Goodput(0, 0, 0),
            Optional.empty(),
            Optional.empty(),
            Duration.ZERO,
            Map.of());
    return new Result(
        named("redis-killed"),
        new Result.Setting(1, Duration.ZERO, ""),
        nothing,
        List.of(),
        findings);
  }

  private static Experiment named(String label) {
    return Experiments.named(label).orElseThrow();
  }

  /** Rows that are taken away by hand, and put back. */
  private static final class Aside implements AutoCloseable {

    private final Sql sql = new Sql(deployment.databaseUrl());
    private final String table;

    Aside(String table, String which) {
      this.table = table;
      sql.run("CREATE TABLE aside_%s AS SELECT * FROM %s WHERE %s".formatted(table, table, which));
      sql.run("DELETE FROM %s WHERE %s".formatted(table, which));
    }

    @Override
    public void close() {
      sql.run("INSERT INTO %s SELECT * FROM aside_%s".formatted(table, table));
      sql.run("DROP TABLE aside_" + table);
    }
  }
}
