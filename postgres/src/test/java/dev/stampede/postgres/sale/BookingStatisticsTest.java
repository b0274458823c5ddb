package dev.stampede.postgres.sale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.engine.sale.ToldBooking;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.deployment.StoredDeployment;
import dev.stampede.testkit.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BookingStatisticsTest {

  private static final String WAITED_FOR_LONG =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND clock_timestamp() > query_start + interval '1500 milliseconds'""";

  private ClaimsFixture fixture;
  private ShowId show;

  @BeforeEach
  void open() {
    fixture = new ClaimsFixture();
    show = fixture.show(2, 5);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void bookingsAreCountedAsTheyAreConfirmedAndCancelled() throws Exception {
    add(new ToldBooking(1, show, true), new ToldBooking(1, show, true));
    add(new ToldBooking(1, show, true), new ToldBooking(1, show, false));

    assertThat(counted()).isEqualTo(new SaleFigures.Heard(3, 1));
  }

  /** Has been seen to fail with the epoch of events not looked at: the leftover was counted. */
  @Test
  void afterARewindTheyAreCountedFromTheTableAndLeftoversAreNot() throws Exception {
    add(new ToldBooking(1, show, true), new ToldBooking(1, show, true));
    try (GroupCommitter committer = fixture.committer()) {
      var _ = committer.commit(List.of(ClaimsFixture.topUp("ann", 1_000)));
      var _ = committer.commit(List.of(ClaimsFixture.buy(show, "ann", 7)));
    }
    BookingRecount recount = new BookingRecount(fixture.database, "bookings");
    recount.upTo(1);
    assertThat(counted()).as("no rewind").isEqualTo(new SaleFigures.Heard(2, 0));
    fixture.data.run("SELECT stampede_next_epoch(1)");

    recount.upTo(StoredDeployment.epoch(fixture.database));
    add(new ToldBooking(1, show, true));

    assertThat(counted()).isEqualTo(new SaleFigures.Heard(1, 0));
    assertThat(fixture.one("SELECT count(*) FROM inbox WHERE topic = 'bookings'", Long.class))
        .isEqualTo(1);
  }

  /** Seen red while the recount lengthened a limit that was running, which PostgreSQL ignores. */
  @Test
  void aRecountMayTakeLongerThanAClaim() throws Exception {
    PostgresSettings brief =
        new PostgresSettings(DatabaseUrl.parse(fixture.data.url()), 2, Duration.ofSeconds(1));
    FutureTask<Void> recounted;
    try (Database database = Database.open(brief)) {
      try (Connection locking = fixture.database.connection();
          Statement lock = locking.createStatement()) {
        locking.setAutoCommit(false);
        lock.execute("LOCK TABLE inbox IN EXCLUSIVE MODE");
        recounted = new FutureTask<>(() -> new BookingRecount(database, "bookings").upTo(1), null);
        Thread.startVirtualThread(recounted);
        Eventually.within(Duration.ofSeconds(20))
            .until(
                "it has waited for long or has failed",
                () -> fixture.one(WAITED_FOR_LONG, Long.class) == 1 || recounted.isDone());
        locking.rollback();
      }
      recounted.get(20, TimeUnit.SECONDS);
    }
  }

  private SaleFigures.Heard counted() {
    return new PostgresSaleStatistics(fixture.database, fixture::lag).of(show).told().bookings();
  }

  private void add(ToldBooking... bookings) throws SQLException {
    try (Connection connection = fixture.database.connection()) {
      connection.setAutoCommit(false);
      BookingStatistics.add(List.of(bookings), connection);
      connection.commit();
    }
  }
}
