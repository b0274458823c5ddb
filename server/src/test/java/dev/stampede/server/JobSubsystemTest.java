package dev.stampede.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.DriftStore;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Patrol;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.verify.PostgresDriftSearch;
import dev.stampede.postgres.verify.PostgresDriftStore;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JobSubsystemTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private TestDatabase data;
  private Database database;

  @BeforeEach
  void open() {
    data = TestServices.shared().freshDatabase();
    database =
        Database.open(
            new PostgresSettings(DatabaseUrl.parse(data.url()), 8, Duration.ofSeconds(10)));
  }

  @AfterEach
  void close() {
    database.close();
    data.close();
  }

  @Test
  void eachBuiltInJobIsThereOnceHoweverManyServersThereAre() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (JobSubsystem _ = jobs(registry);
        JobSubsystem _ = jobs(new SimpleMeterRegistry())) {
      assertThat(text("SELECT string_agg(kind, ' ' ORDER BY kind) FROM job"))
          .isEqualTo(
              "check-ledger prune-operations prune-outcomes prune-statistics reap-holds"
                  + " verify-slice");
      until(
          "holds were reaped",
          () -> count("SELECT attempt FROM job WHERE kind = 'reap-holds'") > 0);
      until("both show", () -> registry.get("stampede.jobs.workers").gauge().value() == 2);
    }
  }

  @Test
  void allOfThemDoTheirWork() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    run("INSERT INTO wallet (buyer, balance, version) VALUES ('thief', 5, 1)");
    try (JobSubsystem _ = jobs(registry)) {
      run("UPDATE job SET due_at = job_now()");
      run("NOTIFY job_wake");
      for (String kind :
          List.of(
              "check-ledger",
              "prune-operations",
              "prune-outcomes",
              "prune-statistics",
              "reap-holds",
              "verify-slice")) {
        until(
            kind + " has run",
            () ->
                registry
                        .get("stampede.jobs.run")
                        .tags("kind", kind, "outcome", "done")
                        .timer()
                        .count()
                    > 0);
      }
      // While the jobs are there: a gauge does not keep what it reads from the collector.
      assertThat(registry.get("stampede.ledger.differences").gauge().value()).isPositive();
    }

    // Once by the ledger as a whole, once by the patrol.
    assertThat(text("SELECT string_agg(DISTINCT part, ' ' ORDER BY part) FROM drift"))
        .isEqualTo("ledger wallets");
  }

  private JobSubsystem jobs(SimpleMeterRegistry registry) {
    DriftStore drift = new PostgresDriftStore(database);
    DriftSearch search = new PostgresDriftSearch(database, PostgresDriftSearch.IN_PASSING);
    Patrol patrol = new Patrol(search, drift, List.of(Part.WALLETS), Patrol.Listener.NONE);
    return new JobSubsystem(
        database,
        ClaimNews.NONE,
        new JobSubsystem.Checks(patrol, drift),
        new Activity(Duration.ofHours(1)),
        registry);
  }

  private static void until(String what, Callable<Boolean> condition) {
    Eventually.within(PATIENCE).until(what, condition);
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = database.source().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int count(String sql) throws SQLException {
    return Integer.parseInt(text(sql));
  }

  private String text(String sql) throws SQLException {
    try (Connection connection = database.source().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
