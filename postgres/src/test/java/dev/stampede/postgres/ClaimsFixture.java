package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.postgres.booking.PostgresBookings;
import dev.stampede.postgres.booking.PostgresWallets;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.events.PostgresOutbox;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.verify.LedgerCheck;
import dev.stampede.testkit.Admissions;
import dev.stampede.testkit.PaymentStores;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A migrated database of a test class's own, and short words for what tests ask of it. */
public final class ClaimsFixture implements AutoCloseable {

  public static final Duration HOLD = Duration.ofMinutes(5);
  public static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

  private static final String HISTORY =
      """
      SELECT show_id, number, version, NULL::uuid AS booking_id FROM seat_event
      UNION ALL SELECT NULL, NULL, 1, id FROM booking
      UNION ALL SELECT NULL, NULL, 2, id FROM booking WHERE cancelled_at IS NOT NULL""";

  private static final String UNTOLD =
      "SELECT count(*) FROM (%s EXCEPT ALL SELECT show_id, number, version, booking_id FROM outbox_event) AS w"
          .formatted(HISTORY);

  private static final String UNHEARD_OF =
      "SELECT count(*) FROM (SELECT show_id, number, version, booking_id FROM outbox_event EXCEPT ALL (%s)) AS w"
          .formatted(HISTORY);

  private static final String OUT_OF_ORDER =
      """
      SELECT count(*)
      FROM (
        SELECT version, lag(version) OVER (
          PARTITION BY show_id, number, booking_id ORDER BY id, place) AS before
        FROM outbox_event) AS w
      WHERE before >= version""";

  public final TestDatabase data =
      TestServices.shared().migratedDatabase(url -> Database.open(settings(url)).close());
  public final Database database = Database.open(settings(data.url()));
  public final PostgresShows shows = new PostgresShows(database);
  private long missing;

  public static PostgresSettings settings(String url) {
    return new PostgresSettings(DatabaseUrl.parse(url), 16, TRANSACTION_TIMEOUT);
  }

  public GroupCommitter committer() {
    return new GroupCommitter(database, shows, ClaimNews.NONE);
  }

  public OutboxLag lag() {
    try (PostgresOutbox outbox = new PostgresOutbox(database, shows)) {
      return outbox.lag(Integer.MAX_VALUE);
    }
  }

  /** Strikes everything out of the outbox, as a relay does that has sent it. */
  public List<OutboxEvent> tellAll() {
    try (PostgresOutbox outbox = new PostgresOutbox(database, shows)) {
      Set<Integer> all = IntStream.range(0, EventRange.COUNT).boxed().collect(Collectors.toSet());
      List<OutboxEvent> told = outbox.read(all, Integer.MAX_VALUE).events();
      outbox.delete(told);
      expectMissing(told.size());
      return told;
    }
  }

  public ShowId show(int rows, int seatsPerRow) {
    return show(rows, seatsPerRow, OptionalInt.empty());
  }

  public ShowId show(int rows, int seatsPerRow, OptionalInt maxSeatsPerBuyer) {
    return show(
        rows,
        seatsPerRow,
        new ShowSettings(
            Instant.EPOCH, SaleSwitch.OPEN, 8, maxSeatsPerBuyer, HOLD, Optional.empty()));
  }

  /** With a waiting room that is on. */
  public ShowId roomShow(int rows, int seatsPerRow) {
    return show(
        rows,
        seatsPerRow,
        new ShowSettings(
            Instant.EPOCH,
            SaleSwitch.OPEN,
            8,
            OptionalInt.empty(),
            HOLD,
            Optional.of(WaitingRoomSettings.DEFAULT)));
  }

  private ShowId show(int rows, int seatsPerRow, ShowSettings settings) {
    return shows
        .create(
            new Shows.NewShow(
                "test",
                Instant.parse("2030-01-01T20:00:00Z"),
                new SeatMap(List.of(new Section.Mapped("A", 100, rows, seatsPerRow))),
                settings))
        .id();
  }

  /** Lets a buyer in with this number; the pass as it is shown. */
  public ShownPass give(ShowId show, String buyer, long number) {
    Instant until = shows.now().plus(Duration.ofMinutes(10));
    Admissions.to(data.url()).admit(show, new Buyer(buyer), number, until);
    return new ShownPass.Good(number, until);
  }

  public static Claim.Hold shown(Claim.Hold hold, ShownPass pass) {
    return new Claim.Hold(
        hold.show(), hold.buyer(), hold.operation(), hold.id(), hold.wanted(), pass);
  }

  public static Claim.Buy shown(Claim.Buy buy, ShownPass pass) {
    return new Claim.Buy(
        buy.show(), buy.buyer(), buy.operation(), buy.id(), buy.hold(), buy.wanted(), pass);
  }

  public static Claim.Hold hold(ShowId show, String buyer, Integer... seats) {
    return hold(show, buyer, Optional.empty(), seats);
  }

  public static Claim.Hold hold(
      ShowId show, String buyer, Optional<Operation> operation, Integer... seats) {
    return new Claim.Hold(
        show,
        new Buyer(buyer),
        operation,
        HoldId.fresh(System.currentTimeMillis()),
        new Wanted.Seats(List.of(seats)));
  }

  public static Claim.Hold best(ShowId show, String buyer, int quantity) {
    return new Claim.Hold(
        show,
        new Buyer(buyer),
        Optional.empty(),
        HoldId.fresh(System.currentTimeMillis()),
        new Wanted.Best(quantity, OptionalInt.empty(), OptionalLong.empty()));
  }

  public static Claim.Book book(Claim.Hold hold) {
    return book(hold.show(), hold.buyer(), hold.id());
  }

  public static Claim.Book book(HeldSeats hold) {
    return book(hold.show(), hold.buyer(), hold.id());
  }

  private static Claim.Book book(ShowId show, Buyer buyer, HoldId hold) {
    return book(show, buyer, hold, new Payment.Points());
  }

  private static Claim.Book book(ShowId show, Buyer buyer, HoldId hold, Payment payment) {
    return new Claim.Book(
        show, buyer, Optional.empty(), BookingId.fresh(System.currentTimeMillis()), hold, payment);
  }

  /** Paid by the provider "shop". */
  public static Claim.Book paidOutside(Claim.Hold hold, String reference) {
    return book(hold.show(), hold.buyer(), hold.id(), new Payment.Outside("shop", reference));
  }

  public static Claim.Buy buy(ShowId show, String buyer, Integer... seats) {
    return new Claim.Buy(
        show,
        new Buyer(buyer),
        Optional.empty(),
        BookingId.fresh(System.currentTimeMillis()),
        HoldId.fresh(System.currentTimeMillis()),
        new Wanted.Seats(List.of(seats)));
  }

  public static Claim.Cancel cancel(ShowId show, String buyer, BookingId booking) {
    return new Claim.Cancel(
        show,
        new Buyer(buyer),
        Optional.empty(),
        booking,
        TransferId.fresh(System.currentTimeMillis()),
        new Buyer(buyer));
  }

  /** Under a key of its own. */
  public static Claim.TopUp topUp(String buyer, long amount) {
    TransferId id = TransferId.fresh(System.currentTimeMillis());
    Operation key =
        Operation.of(new Buyer(buyer), "POST /wallet/top-ups", id.toString(), new byte[0]);
    return new Claim.TopUp(new Buyer(buyer), key, id, amount, new Buyer(buyer));
  }

  /** One seat each, from 0 on. */
  public static List<Claim> holds(ShowId show, int count) {
    return IntStream.range(0, count)
        .<Claim>mapToObj(seat -> hold(show, "buyer-" + seat, seat))
        .toList();
  }

  public <T> T one(String query, Class<T> type) {
    return database.jdbi().withHandle(handle -> handle.createQuery(query).mapTo(type).one());
  }

  public void run(String statement) {
    database.jdbi().useHandle(handle -> handle.execute(statement));
  }

  /** Locks a seat's row, as another server does, until the connection rolls back or closes. */
  public Connection lockSeat(ShowId show, int seat) throws SQLException {
    Connection connection = database.connection();
    connection.setAutoCommit(false);
    try (var statement =
        connection.prepareStatement(
            "SELECT FROM seat WHERE show_id = ? AND number = ? FOR UPDATE")) {
      statement.setLong(1, show.value());
      statement.setInt(2, seat);
      statement.execute();
    }
    return connection;
  }

  /** Notes that a test has taken so many events out of the outbox, or written past it. */
  public void expectMissing(int events) {
    missing += events;
  }

  /** Nobody sends anything here: whatever was written is still to be told, once, and no more. */
  private void outboxMustBeTheHistory() {
    assertThat(one(UNTOLD, Long.class)).as("events that nobody will be told").isEqualTo(missing);
    assertThat(one(UNHEARD_OF, Long.class)).as("told of what never was").isZero();
    assertThat(one(OUT_OF_ORDER, Long.class)).as("later versions told first").isZero();
  }

  public PaymentStores stores() {
    return new PaymentStores(
        shows,
        new PostgresBookings(database),
        new PostgresWallets(database),
        () -> new LedgerCheck(database).run().differences(),
        data.url());
  }

  @Override
  public void close() {
    try {
      outboxMustBeTheHistory();
    } finally {
      database.close();
      data.close();
    }
  }
}
