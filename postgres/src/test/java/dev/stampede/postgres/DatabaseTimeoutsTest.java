package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.postgres.DatabaseTimeouts.Kind;
import dev.stampede.postgres.claim.GroupCommitter;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Timeouts are counted by the limit that ended the transaction. */
final class DatabaseTimeoutsTest {

  private ClaimsFixture fixture;
  private Database database;
  private ShowId show;

  @BeforeEach
  void open() {
    fixture = new ClaimsFixture();
    show = fixture.show(1, 10);
    database =
        Database.open(
            new PostgresSettings(DatabaseUrl.parse(fixture.data.url()), 4, Duration.ofSeconds(3)));
  }

  @AfterEach
  void close() {
    database.close();
    fixture.close();
  }

  @Test
  void aTransactionThatPostgresqlEnded() throws Exception {
    fixture.run(
        """
        CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(30); RETURN NULL; END $$""");
    fixture.run(
        "CREATE TRIGGER slow AFTER INSERT ON hold FOR EACH STATEMENT EXECUTE FUNCTION dawdle()");
    try (GroupCommitter committer = committer()) {
      // Its COMMIT was on the way with the rest: whether it was done is asked, not guessed.
      assertThat(committer.commit(List.of(ClaimsFixture.hold(show, "ann", 1))))
          .isInstanceOf(Commit.InDoubt.class);
    }
    assertThat(database.timeouts().count(Kind.TRANSACTION)).isEqualTo(1);
  }

  @Test
  void aRowThatStayedLocked() throws Exception {
    try (Connection other = fixture.database.connection();
        Statement statement = other.createStatement();
        GroupCommitter committer = committer()) {
      other.setAutoCommit(false);
      statement.execute("SELECT FROM seat WHERE number = 1 FOR UPDATE");
      var _ = committer.commitAlone(ClaimsFixture.hold(show, "ann", 1));
      other.rollback();
    }
    assertThat(database.timeouts().count(Kind.LOCK)).isEqualTo(1);
    assertThat(database.timeouts().count(Kind.TRANSACTION)).isZero();
  }

  @Test
  void thePoolSaysHowMuchOfItIsInUse() throws Exception {
    assertThat(database.poolUse().most()).isEqualTo(4);
    int before = database.poolUse().active();
    try (Connection _ = database.connection()) {
      assertThat(database.poolUse().active()).isEqualTo(before + 1);
    }
  }

  /** Only a server brings the schema up to date; a read-only tool says what is missing. */
  @Test
  void openingAsItIsReportsMissingMigrationsAndRunsNone() {
    try (Database asItIs = Database.openAsItIs(database.settings())) {
      assertThat(asItIs.poolUse().most()).isEqualTo(4);
    }
    fixture.run(
        "DELETE FROM flyway_schema_history WHERE installed_rank = (SELECT max(installed_rank) FROM flyway_schema_history)");
    assertThatThrownBy(() -> Database.openAsItIs(database.settings()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("lacks 1 migrations of this version");
  }

  private GroupCommitter committer() {
    return new GroupCommitter(database, fixture.shows, ClaimNews.NONE);
  }
}
