package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MigrationsTest {

  private static final String LONG = "classpath:dev/stampede/postgres/longstep";
  private static final String LOCKING = "classpath:dev/stampede/postgres/lockingstep";

  private static final Duration LOCK_WAIT = Duration.ofMillis(200);

  private static final String WAITING =
      "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)"
          + " WHERE relation = 'seat'::regclass AND NOT granted AND datname = current_database()";

  private static final String COLUMNS =
      """
      SELECT count(*) FROM information_schema.columns
      WHERE table_name = 'seat' AND column_name = 'of_a_test'""";

  /** Seen to fail with the transaction time-out of the pool, on which migrations ran before. */
  @Test
  void aStepMayTakeLongerThanATransactionOfAClaim() {
    try (TestDatabase data = TestServices.shared().freshDatabase()) {
      DatabaseUrl url = DatabaseUrl.parse(data.url() + "?options=-c%20transaction_timeout=1000");

      assertThatCode(() -> Migrations.with(url, patience(1), LONG).apply())
          .doesNotThrowAnyException();
    }
  }

  /** Seen to fail without a lock time-out: claims waited until the reader's transaction ended. */
  @Test
  void theSaleGoesOnWhileAStepWaitsForItsLock() throws Exception {
    try (ClaimsFixture fixture = new ClaimsFixture();
        GroupCommitter committer = fixture.committer();
        ExecutorService server = Executors.newVirtualThreadPerTaskExecutor();
        Connection reader = new Sql(fixture.data.url()).connect();
        Statement statement = reader.createStatement()) {
      ShowId show = fixture.show(1, 10);
      reader.setAutoCommit(false);
      statement.execute("SELECT FROM seat LIMIT 1");

      Future<?> migration = server.submit(() -> migrations(fixture, patience(1_000)).apply());
      Eventually.within(Duration.ofSeconds(30))
          .until("the step waits", () -> fixture.one(WAITING, Long.class) > 0);
      for (int seat = 0; seat < 3; seat++) {
        assertThat(committer.commit(List.of(ClaimsFixture.hold(show, "ann", seat))))
            .as("a claim while the reader still has its lock")
            .isInstanceOf(Commit.Done.class);
      }
      assertThat(migration.isDone()).isFalse();
      reader.rollback();

      migration.get(60, TimeUnit.SECONDS);
      assertThat(fixture.one(COLUMNS, Long.class)).isEqualTo(1);
    }
  }

  @Test
  void aStepThatNeverGetsItsLockSaysWhoHasIt() throws Exception {
    try (ClaimsFixture fixture = new ClaimsFixture();
        Connection reader = fixture.database.connection();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT FROM seat LIMIT 1");

      assertThatThrownBy(() -> migrations(fixture, patience(2)).apply())
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("did not get its locks within 200 ms in 2 tries")
          .hasMessageContaining("(stampede, idle in transaction for")
          .hasMessageContaining("SELECT FROM seat LIMIT 1");
      reader.rollback();
      assertThat(fixture.one(COLUMNS, Long.class)).isZero();
    }
  }

  private static Migrations migrations(ClaimsFixture fixture, Migrations.Patience patience) {
    return Migrations.with(DatabaseUrl.parse(fixture.data.url()), patience, LOCKING);
  }

  private static Migrations.Patience patience(int tries) {
    return new Migrations.Patience(LOCK_WAIT, Duration.ofMillis(20), tries, Duration.ofSeconds(20));
  }
}
