package dev.stampede.postgres.events;

import static dev.stampede.postgres.ClaimsFixture.buy;
import static dev.stampede.postgres.ClaimsFixture.cancel;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.Outbox;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.Transport;
import dev.stampede.postgres.claim.CommitterCache;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.claim.GroupTransaction;
import dev.stampede.postgres.claim.GroupWrites;
import dev.stampede.postgres.claim.HoldReaper;
import dev.stampede.postgres.claim.PerRequestClaims;
import dev.stampede.postgres.claim.RowLocking;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The outbox tells exactly what was committed. {@link ClaimsFixture} checks when it closes that
 * every class of this module's tests leaves an outbox that equals its history, event by event.
 */
final class PostgresOutboxTest {

  private static final int MANY = 10_000;

  private static ClaimsFixture fixture;
  private static DatabaseClock clock;

  private GroupCommitter committer;
  private PostgresOutbox outbox;

  @BeforeAll
  static void openAll() {
    fixture = new ClaimsFixture();
    clock = DatabaseClock.of(fixture.data.url());
  }

  @AfterAll
  static void closeAll() {
    fixture.close();
  }

  @BeforeEach
  void open() {
    committer = fixture.committer();
    outbox = new PostgresOutbox(fixture.database, fixture.shows);
  }

  @AfterEach
  void close() {
    outbox.close();
    committer.close();
    clock.reset();
  }

  @Test
  void everyKindOfEventIsToldOnceInTheOrderOfItsSeat() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold first = hold(show, "ann", 3);
    Claim.Buy bought = buy(show, "ann", 3);
    var _ = committer.commit(List.of(topUp("ann", 500)));
    var _ = committer.commit(List.of(first));
    clock.advance(ClaimsFixture.HOLD);
    // Taking over what has lapsed is two events.
    var _ = committer.commit(List.of(hold(show, "bob", 3)));
    clock.advance(ClaimsFixture.HOLD);
    var _ = new HoldReaper(fixture.database, ClaimNews.NONE).tick();
    var _ = new PerRequestClaims(fixture.database, fixture.shows, ClaimNews.NONE).claim(bought);
    var _ = committer.commit(List.of(cancel(show, "ann", bought.id())));

    List<SeatEvent> told = seatEvents(show, 3);

    assertThat(told)
        .extracting(event -> event.version() + " " + event.type() + " " + event.reason())
        .containsExactly(
            "1 HELD CLAIMED",
            "2 RELEASED EXPIRED",
            "3 HELD CLAIMED",
            "4 RELEASED EXPIRED",
            "5 SOLD PAID",
            "6 RELEASED CANCELLED");
    assertThat(told).extracting(event -> event.buyer().sub()).startsWith("ann", "ann", "bob");
    assertThat(told.get(4).booking()).contains(bought.id());
    assertThat(told.get(0).hold()).isEqualTo(first.id());
  }

  @Test
  void aBookingThatWasCancelledMeanwhileIsFirstToldAsItWasConfirmed() throws Exception {
    ShowId show = fixture.show(1, 5);
    Claim.Buy together = buy(show, "eve", 0, 1);
    Claim.Buy apart = buy(show, "eve", 2);
    var _ = committer.commit(List.of(topUp("eve", 1_000)));
    // Made and given back by one group, and by two.
    var _ = committer.commit(List.of(together, cancel(show, "eve", together.id())));
    var _ = committer.commit(List.of(apart));
    var _ = committer.commit(List.of(cancel(show, "eve", apart.id())));

    for (Claim.Buy claim : List.of(together, apart)) {
      List<OutboxEvent.OfBooking> told = bookings(claim);
      assertThat(told).extracting(OutboxEvent.OfBooking::version).containsExactly(1, 2);
      Booking confirmed = told.getFirst().booking();
      Booking cancelled = told.getLast().booking();
      assertThat(confirmed.state()).isEqualTo(Booking.State.CONFIRMED);
      assertThat(confirmed.cancelledAt()).isEmpty();
      assertThat(confirmed.balance()).hasValue(1_000 - confirmed.total());
      assertThat(cancelled.state()).isEqualTo(Booking.State.CANCELLED);
      assertThat(cancelled.balance()).hasValue(1_000);
      assertThat(cancelled.buyer()).isEqualTo(new Buyer("eve"));
    }
    assertThat(bookings(together).getFirst().seats()).containsExactly("A-1-1", "A-1-2");
  }

  /**
   * Has been seen to fail with the epoch of the moment of sending, and with a deletion by id alone.
   */
  @Test
  void anEventIsOfTheEpochOfItsTimelineAndWaitsUntilThatHasBegun() throws Exception {
    ShowId show = fixture.show(1, 5);
    var _ = committer.commit(List.of(hold(show, "ann", 0)));
    OutboxEvent before = event(show, 0);
    assertThat(before.epoch()).isEqualTo(1);
    fixture.data.run("UPDATE outbox SET timeline = 7 WHERE show_id = %s".formatted(show));

    assertThatThrownBy(() -> event(show, 0)).hasMessageContaining("wait for the next epoch");
    outbox.delete(List.of(before));
    fixture.data.run(
        """
        INSERT INTO database_epoch (epoch, system_identifier, timeline, since)
        VALUES (70, 1, 7, '-infinity'), (71, 1, 7, clock_timestamp() + interval '1 hour')""");
    assertThat(event(show, 0).epoch())
        .as("it was not deleted as the event of another history with its id")
        .isEqualTo(70);

    fixture.data.run("UPDATE database_epoch SET since = '-infinity' WHERE epoch = 71");
    assertThat(event(show, 0).epoch()).isEqualTo(71);
    fixture.data.run("UPDATE outbox SET timeline = stampede_timeline()");
    assertThat(event(show, 0).epoch()).isEqualTo(1);
    fixture.data.run("DELETE FROM database_epoch WHERE epoch > 1");
  }

  private OutboxEvent event(ShowId show, int seat) {
    return read(EventRange.of(show, seat)).stream()
        .filter(
            event ->
                event instanceof OutboxEvent.OfSeat told
                    && told.event().show().equals(show)
                    && told.event().seat() == seat)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Ids are drawn before the commit: a row may appear below others that have been sent already. A
   * reader that goes on where it was would never see it.
   */
  @Test
  void theOutboxReturnsARowThatCommitsLate() throws Exception {
    ShowId show = fixture.show(20, 20);
    int[] two =
        IntStream.range(0, 400).filter(seat -> EventRange.of(show, seat) == 5).limit(2).toArray();
    try (Connection slow = fixture.database.connection()) {
      GroupTransaction late =
          new GroupTransaction(
              slow,
              Transport.ONE_BY_ONE,
              CommitterCache.empty(WalletLimits.DEFAULT, fixture.shows.maps()));
      GroupTransaction.Result result =
          late.decide(List.of(hold(show, "slow", two[0])), RowLocking.WAIT);
      Transport.TOGETHER.send(slow, GroupWrites.steps(result.decided().writes(), result.now()));
      var _ = committer.commit(List.of(hold(show, "quick", two[1])));
      List<OutboxEvent> first = ofShow(read(5), show);
      assertThat(first).hasSize(1);
      outbox.delete(first);

      slow.commit();

      List<OutboxEvent> second = ofShow(read(5), show);
      assertThat(second).hasSize(1);
      assertThat(second.getFirst().id()).isLessThan(first.getFirst().id());
      fixture.expectMissing(first.size());
    }
  }

  /**
   * Seen to fail with the upper end of a snapshot in place of a transaction id: the row of the
   * transaction that is still running would never have been read.
   */
  @Test
  void aFloorDoesNotHideWhatIsStillToBeCommitted() throws Exception {
    AtomicLong nanos = new AtomicLong();
    OutboxFloors floors = new OutboxFloors(nanos::get);
    Integer[] all = IntStream.range(0, EventRange.COUNT).boxed().toArray(Integer[]::new);
    ShowId show = fixture.show(1, 2);
    try (Connection slow = fixture.database.connection();
        Connection reader = fixture.database.connection()) {
      reader.setAutoCommit(true);
      GroupTransaction late =
          new GroupTransaction(
              slow,
              Transport.ONE_BY_ONE,
              CommitterCache.empty(WalletLimits.DEFAULT, fixture.shows.maps()));
      GroupTransaction.Result result = late.decide(List.of(hold(show, "slow", 0)), RowLocking.WAIT);
      Transport.TOGETHER.send(slow, GroupWrites.steps(result.decided().writes(), result.now()));
      long running = fixture.one("SELECT last_value FROM outbox_id_seq", Long.class);
      look(floors, nanos, reader, all);
      look(floors, nanos, reader, all);
      look(floors, nanos, reader, all);
      assertThat(LongStream.of(floors.of(all)).boxed())
          .as("while it runs")
          .allMatch(floor -> floor < running);

      slow.commit();
      lookUntil(running, floors, nanos, reader, all);
    }
  }

  /** A sequence names its first number before it has given it out: seen red, row 1 never left. */
  @Test
  void aFloorDoesNotHideTheFirstRowOfAll() throws Exception {
    AtomicLong nanos = new AtomicLong();
    OutboxFloors floors = new OutboxFloors(nanos::get);
    fixture.run("ALTER SEQUENCE outbox_id_seq RESTART WITH 1000000");
    try (Connection reader = fixture.database.connection()) {
      lookUntil(999_999, floors, nanos, reader, new Integer[] {0});
    }

    assertThat(floors.of(new Integer[] {0})).containsExactly(999_999);
  }

  /** Other tests' transactions in the same PostgreSQL hold floors down until they have ended. */
  private static void lookUntil(
      long least, OutboxFloors floors, AtomicLong nanos, Connection reader, Integer[] ranges) {
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "all floors are at %d or above".formatted(least),
            () -> {
              look(floors, nanos, reader, ranges);
              return LongStream.of(floors.of(ranges)).allMatch(floor -> floor >= least);
            });
  }

  /** A second later: as if nothing were left of what there is. */
  private static void look(
      OutboxFloors floors, AtomicLong nanos, Connection reader, Integer[] ranges)
      throws SQLException {
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    Transport.TOGETHER.send(reader, floors.steps());
    floors.read(ranges, List.of());
  }

  @Test
  void rangesAreReadFromTheirFirstRowOnAndWhatIsDeletedIsGone() throws Exception {
    ShowId show = fixture.show(20, 20);
    var _ = committer.commit(ClaimsFixture.holds(show, 200));
    var _ = committer.commit(ClaimsFixture.holds(show, 400).subList(200, 400));
    Set<Integer> all = new TreeSet<>(IntStream.range(0, EventRange.COUNT).boxed().toList());
    Outbox.Unsent first = outbox.read(all, 1);
    assertThat(first.more()).isTrue();
    assertThat(
            first.events().stream()
                .collect(groupingBy(OutboxEvent::range, mapping(OutboxEvent::id, toSet()))))
        .as("of each range one row, and all that it holds")
        .hasSize(EventRange.COUNT)
        .allSatisfy((range, ids) -> assertThat(ids).hasSize(1));
    Outbox.Unsent whole = outbox.read(all, MANY);
    assertThat(whole.more()).isFalse();
    assertThat(whole.events())
        .hasSizeGreaterThanOrEqualTo(400)
        .isSortedAccordingTo(Comparator.comparingLong(OutboxEvent::id));

    List<OutboxEvent> sent = read(0);
    outbox.delete(sent);
    fixture.expectMissing(sent.size());

    assertThat(read(0)).isEmpty();
    assertThat(outbox.read(all, MANY).events()).hasSize(whole.events().size() - sent.size());
  }

  /** A server of the version before writes a row for each event, and sells beside this one. */
  @Test
  void rowsOfTheVersionBeforeAreReadInTheSameOrder() throws Exception {
    ShowId show = fixture.show(1, 1);
    var _ = committer.commit(List.of(hold(show, "ann", 0)));
    int range = EventRange.of(show, 0);
    fixture.run("DELETE FROM outbox WHERE show_id = " + show);
    fixture.run(
        """
        INSERT INTO seat_event (show_id, number, version, at, hold_id, type, reason, buyer)
        SELECT show_id, number, 2, at, hold_id, type, reason, buyer
        FROM seat_event WHERE show_id = %s"""
            .formatted(show));
    for (int version = 1; version <= 2; version++) {
      fixture.run(
          "INSERT INTO outbox (range, show_id, number, version) VALUES (%d, %s, 0, %d)"
              .formatted(range, show, version));
    }

    List<OutboxEvent> told = ofShow(read(range), show);

    assertThat(told)
        .extracting(event -> ((OutboxEvent.OfSeat) event).event().version())
        .containsExactly(1, 2);
    outbox.delete(told);
    assertThat(ofShow(read(range), show)).isEmpty();
    fixture.expectMissing(told.size());
  }

  @Test
  void theLagIsCountedUpToALimitAndIsAsOldAsItsOldest() throws Exception {
    ShowId show = fixture.show(20, 20);
    var _ = committer.commit(ClaimsFixture.holds(show, 100));
    clock.advance(Duration.ofMinutes(2));

    assertThat(outbox.lag(50).rows()).isEqualTo(50);
    assertThat(outbox.lag(MANY).rows()).isBetween(100, MANY - 1);
    assertThat(outbox.lag(MANY).age()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(30));
  }

  @Test
  void aRowThatNamesWhatDoesNotExistIsSaidToBeBrokenAndNotPassedOver() {
    ShowId show = fixture.show(1, 1);
    fixture.run(
        "INSERT INTO outbox (range, show_id, numbers, versions) VALUES (7, %s, '{0}', '{99}')"
            .formatted(show));
    try {
      assertThatThrownBy(() -> read(7)).hasMessageContaining("does not exist");
    } finally {
      fixture.run("DELETE FROM outbox WHERE versions = '{99}'");
    }
  }

  private List<OutboxEvent> read(int range) {
    return outbox.read(Set.of(range), MANY).events();
  }

  private List<SeatEvent> seatEvents(ShowId show, int seat) {
    return read(EventRange.of(show, seat)).stream()
        .map(event -> event instanceof OutboxEvent.OfSeat of ? Optional.of(of.event()) : none())
        .flatMap(Optional::stream)
        .filter(event -> event.show().equals(show) && event.seat() == seat)
        .toList();
  }

  private static Optional<SeatEvent> none() {
    return Optional.empty();
  }

  private List<OutboxEvent.OfBooking> bookings(Claim.Buy claim) {
    List<OutboxEvent.OfBooking> found = new ArrayList<>();
    for (OutboxEvent event : read(EventRange.of(claim.id()))) {
      if (event instanceof OutboxEvent.OfBooking of && of.booking().id().equals(claim.id())) {
        found.add(of);
      }
    }
    return found;
  }

  private static List<OutboxEvent> ofShow(List<OutboxEvent> events, ShowId show) {
    return events.stream()
        .filter(event -> event instanceof OutboxEvent.OfSeat of && of.event().show().equals(show))
        .toList();
  }
}
