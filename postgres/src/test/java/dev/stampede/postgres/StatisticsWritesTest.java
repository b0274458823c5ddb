package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.sale.SaleEvent;
import dev.stampede.engine.sale.SaleEvent.Change;
import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.engine.sale.SaleFlow;
import dev.stampede.engine.show.ShowId;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StatisticsWritesTest {

  private ClaimsFixture fixture;
  private PostgresSaleBook book;
  private ShowId show;

  @BeforeEach
  void open() {
    fixture = new ClaimsFixture();
    book = new PostgresSaleBook(fixture.database);
    show = fixture.show(2, 5);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void whatWasToldAddsUpByKindAndMoreTimeIsNotANewHold() throws Exception {
    Instant now = fixture.shows.now();
    add(now, Change.HELD, Change.HELD, Change.MORE_TIME, Change.GIVEN_BACK, Change.SOLD);
    add(now, Change.SOLD, Change.SOLD, Change.CANCELLED, Change.HELD, Change.LAPSED);

    SaleFigures.OfSection section = book.of(show).told().sections().getFirst();

    assertThat(section.seats()).isEqualTo(10);
    assertThat(section.held()).isEqualTo(3);
    assertThat(section.sold()).isEqualTo(3);
    assertThat(section.freed()).isEqualTo(new SaleFigures.Freed(1, 1, 1));
    assertThat(section.revenue()).isEqualTo(BigInteger.valueOf(2 * 100));
  }

  @Test
  void whatMovedInTheLastMinuteIsKnownOnlyWhileEventsAreFresh() throws Exception {
    Instant now = fixture.shows.now();
    add(now, Change.SOLD, Change.GIVEN_BACK, Change.LAPSED, Change.CANCELLED);
    add(now.minus(Duration.ofMinutes(2)), Change.SOLD);
    assertThat(book.movedInTheLastMinute()).isEmpty();
    assertThat(book.of(show).told().age()).isEmpty();

    heard("interval '1 second'", 0);
    assertThat(book.movedInTheLastMinute())
        .hasValueSatisfying(moved -> assertThat(moved).containsEntry(show, new SaleFlow(1, 2, 1)));

    heard("interval '1 minute'", 1);
    assertThat(book.movedInTheLastMinute()).as("one partition is late").isEmpty();
    assertThat(book.of(show).told().age())
        .hasValueSatisfying(age -> assertThat(age).isGreaterThan(Duration.ofSeconds(59)));
  }

  @Test
  void howItWentIsForgottenADayLaterAndWhatItCameToIsNot() throws Exception {
    Instant now = fixture.shows.now();
    add(now.minus(Duration.ofHours(25)), Change.SOLD);
    add(now, Change.SOLD);

    assertThat(new StatisticsPruner(fixture.database).tick()).isEqualTo(1);

    assertThat(book.of(show).told().sections().getFirst().sold()).isEqualTo(2);
  }

  /** Has been seen to fail with the epoch of events not looked at: the leftover was counted. */
  @Test
  void afterARewindTheyAreCountedFromTheTablesAndLeftoversAreNot() throws Exception {
    Instant now = fixture.shows.now();
    add(now, Change.SOLD, Change.SOLD, Change.HELD, Change.GIVEN_BACK);
    try (GroupCommitter committer = fixture.committer()) {
      var _ = committer.commit(List.of(ClaimsFixture.topUp("ann", 1_000)));
      var _ = committer.commit(List.of(ClaimsFixture.buy(show, "ann", 7)));
      var _ = committer.commit(List.of(ClaimsFixture.hold(show, "ann", 3)));
    }
    StatisticsRecount recount = new StatisticsRecount(fixture.database, "seats", "bookings");
    recount.upTo(1);
    assertThat(book.of(show).told().sections().getFirst().sold()).as("no rewind").isEqualTo(2);
    fixture.data.run("SELECT stampede_next_epoch(1)");

    recount.upTo(StoredDeployment.epoch(fixture.database));
    add(now, Change.SOLD, Change.CANCELLED);

    SaleFigures.OfSection section = book.of(show).told().sections().getFirst();
    assertThat(section.sold()).isEqualTo(1);
    assertThat(section.held()).isEqualTo(1);
    assertThat(section.freed()).isEqualTo(new SaleFigures.Freed(0, 0, 0));
    List<String> keys =
        fixture
            .database
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery(
                            """
                            SELECT split_part(key, '/', 2) || ' ' || version
                            FROM inbox WHERE topic = 'seats' ORDER BY key""")
                        .mapTo(String.class)
                        .list());
    assertThat(keys).containsExactly("A-1-4 1", "A-2-3 1");
    heard("interval '1 second'", 0);
    assertThat(book.movedInTheLastMinute())
        .hasValueSatisfying(moved -> assertThat(moved).containsEntry(show, new SaleFlow(1, 0, 0)));
  }

  private void add(Instant at, Change... changes) throws SQLException {
    List<SaleEvent> events = new ArrayList<>();
    for (Change change : changes) {
      events.add(new SaleEvent.OfSeat(1, show, at, "A", change));
    }
    events.add(new SaleEvent.OfBooking(1, show, at, true));
    try (Connection connection = fixture.database.connection()) {
      connection.setAutoCommit(false);
      StatisticsWrites.add(events, connection);
      connection.commit();
    }
  }

  /** As the reader of a partition writes it down. */
  private void heard(String ago, int partition) {
    fixture.data.run(
        """
        INSERT INTO inbox_progress (consumer, topic, partition, as_of)
        VALUES ('statistics', 'told', %d, clock_timestamp() - %s)"""
            .formatted(partition, ago));
  }
}
