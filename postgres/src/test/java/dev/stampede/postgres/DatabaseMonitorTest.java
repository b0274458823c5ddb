package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TcpProxy;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.net.URI;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** D13: what counts as away, and what does not. */
final class DatabaseMonitorTest {

  private final AtomicLong nanos = new AtomicLong();
  private TestDatabase database;
  private TcpProxy wire;
  private PostgresSettings settings;
  private DatabaseMonitor monitor;

  @BeforeEach
  void start() {
    database = TestServices.shared().freshDatabase();
    int port = URI.create(database.url()).getPort();
    wire = TcpProxy.to(port);
    String url = database.url().replace(":" + port + "/", ":" + wire.port() + "/");
    settings = new PostgresSettings(DatabaseUrl.parse(url), 2, Duration.ofSeconds(10));
    monitor = new DatabaseMonitor(settings, nanos::get);
  }

  @AfterEach
  void stop() throws Exception {
    monitor.close();
    wire.close();
    database.close();
  }

  @Test
  void anAnsweringDatabaseIsNotAway() {
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());

    lookUntilHeard();

    assertThat(monitor.isAway()).isFalse();
    assertThat(monitor.silence()).isZero();
  }

  /** On a busy machine an answer may take longer than a look waits for it. */
  private void lookUntilHeard() {
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "the database answers",
            () -> {
              monitor.look();
              return !monitor.isAway() && monitor.silence().isZero();
            });
  }

  @Test
  void aDatabaseThatRefusesConnectionsIsAwayAtOnce() throws Exception {
    monitor.look();
    wire.close();

    monitor.look();

    assertThat(monitor.isAway()).isTrue();
  }

  @Test
  void theDatabaseIsAwayAfterThreeLooksWithALostConnection() {
    wire.cutOff();

    monitor.look();
    monitor.look();
    assertThat(monitor.isAway()).isFalse();
    monitor.look();
    assertThat(monitor.isAway()).isTrue();

    wire.mend();
    lookUntilHeard();
    assertThat(monitor.isAway()).isFalse();
  }

  @Test
  void oneLateAnswerIsNoOutageButSilenceIs() {
    monitor.look();
    wire.freeze();

    monitor.look();
    assertThat(monitor.isAway()).isFalse();
    nanos.addAndGet(DatabaseMonitor.SILENCE.plusMillis(1).toNanos());
    monitor.look();
    assertThat(monitor.isAway()).isTrue();

    wire.thaw();
    lookUntilHeard();
    assertThat(monitor.isAway()).isFalse();
  }

  @Test
  void theLossOfTheMonitorsOwnSessionIsNoOutage() throws Exception {
    monitor.look();
    try (Connection connection = new Sql(database.url()).connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE application_name = 'stampede-watch' AND datname = current_database()");
    }

    monitor.look();

    assertThat(monitor.isAway()).isFalse();
  }

  /** Seen to fail, for the libraries, with the pool's own source: that tries for five seconds. */
  @Test
  void whileItIsAwayNobodyWaitsForAConnectionNeitherDoLibraries() throws Exception {
    try (Database pooled = Database.open(settings)) {
      wire.close();
      pooled.monitor().look();

      assertThatThrownBy(pooled::connection).hasMessageContaining("is unavailable");
      assertThatThrownBy(pooled.source()::getConnection).hasMessageContaining("is unavailable");
    }
  }
}
