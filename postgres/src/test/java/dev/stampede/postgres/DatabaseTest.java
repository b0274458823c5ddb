package dev.stampede.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.Purpose;
import dev.stampede.postgres.deployment.StoredKeyring;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class DatabaseTest {

  private static TestDatabase empty;

  @BeforeAll
  static void createAnEmptyDatabase() {
    empty = TestServices.shared().freshDatabase();
  }

  @AfterAll
  static void dropIt() {
    empty.close();
  }

  @Test
  void anEmptyDatabaseIsMigratedAndAMigratedOneIsLeftAlone() {
    try (Database first = Database.open(settings(empty.url()))) {
      List<String> versions = appliedVersions(first);
      assertThat(versions).isNotEmpty().startsWith("1");

      try (Database second = Database.open(settings(empty.url()))) {
        assertThat(appliedVersions(second)).isEqualTo(versions);
      }
    }
  }

  @Test
  void serversThatStartTogetherOnAnEmptyDatabaseMigrateItOnceAndShareTheirKeys() throws Exception {
    try (TestDatabase fresh = TestServices.shared().freshDatabase();
        ExecutorService servers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> starts =
          Stream.generate(() -> servers.submit(() -> startAndSeal(fresh.url()))).limit(4).toList();

      try (Database later = Database.open(settings(fresh.url()))) {
        Keyring keyring = StoredKeyring.loadOrCreate(later);
        for (Future<String> start : starts) {
          assertThat(keyring.open(Purpose.SESSION_COOKIE, start.get()))
              .hasValue("alice".getBytes(UTF_8));
        }
      }
    }
  }

  @Test
  void everyConnectionEndsItsTransactionsByItself() {
    try (Database database = Database.open(settings(empty.url()))) {
      assertThat(one(database, "SHOW transaction_timeout", String.class)).isEqualTo("10s");
    }
  }

  @Test
  void theClockThatDecidesCanBeMovedByTests() {
    try (Database database = Database.open(settings(empty.url()))) {
      DatabaseClock clock = DatabaseClock.of(empty.url());
      clock.advance(Duration.ofHours(5));

      Instant shifted = one(database, "SELECT stampede_now()", Instant.class);

      assertThat(shifted).isAfter(Instant.now().plus(Duration.ofHours(4)));
      clock.reset();
      assertThat(one(database, "SELECT stampede_now()", Instant.class))
          .isBefore(Instant.now().plus(Duration.ofHours(1)));
    }
  }

  /** Seen to fail with the pool's own patience. */
  @Test
  void nobodyWaitsForAConnectionBeyondTheirDeadline() throws Exception {
    try (Database database = Database.open(settings(empty.url()));
        Connection one = database.connection();
        Connection two = database.connection()) {
      long start = System.nanoTime();

      assertThatThrownBy(() -> RequestDeadline.within(Duration.ofMillis(50), database::connection))
          .isInstanceOf(PoolEmptyException.class)
          .hasMessageContaining("none of 2 connections", "active=2");

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Database.POOL_WAIT);
      assertThat(List.of(one, two)).as("who has one keeps it").allMatch(DatabaseTest::isValid);
    }
  }

  private static boolean isValid(Connection connection) {
    try {
      return connection.isValid(30);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aDatabaseThatIsAwayIsNamedWithoutItsPassword() {
    assertThatThrownBy(() -> Database.open(settings("postgresql://shop:hunter2@127.0.0.1:1/sales")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("cannot connect to PostgreSQL at 127.0.0.1:1 as shop:***")
        .hasMessageNotContaining("hunter2");
  }

  private static String startAndSeal(String url) {
    try (Database database = Database.open(settings(url))) {
      return StoredKeyring.loadOrCreate(database)
          .seal(Purpose.SESSION_COOKIE, "alice".getBytes(UTF_8));
    }
  }

  private static List<String> appliedVersions(Database database) {
    return database
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        "SELECT version FROM flyway_schema_history WHERE success ORDER BY installed_rank")
                    .mapTo(String.class)
                    .list());
  }

  private static <T> T one(Database database, String query, Class<T> type) {
    return database.jdbi().withHandle(handle -> handle.createQuery(query).mapTo(type).one());
  }

  private static PostgresSettings settings(String url) {
    return new PostgresSettings(
        DatabaseUrl.parse(url), PostgresSettings.MIN_POOL_SIZE, Duration.ofSeconds(10));
  }
}
