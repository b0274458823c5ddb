package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatCount;
import dev.stampede.engine.claim.decision.Locked.StoredAnswer;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import dev.stampede.engine.show.ShowId;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The tables of a sale and their row locks. It checks each commit against the rows as they were: a
 * seat goes from one owner to the next by the database's clock alone.
 */
class ExpiryStore {

  static final ShowId SHOW = new ShowId(3);
  static final int SEATS = 4;
  static final long PRICE = 100;
  private static final long POINTS = 250;
  private static final String ONE_OWNER = "a seat has one owner at a time";

  private final World world;
  private final int limit;
  private final SeatRow[] seats = new SeatRow[SEATS];
  private final Map<HoldId, HoldRow> holds = new LinkedHashMap<>();
  private final Map<BookingId, Booking> bookings = new LinkedHashMap<>();
  private final Map<Buyer, WalletRow> wallets = new HashMap<>();
  private final Map<String, StoredAnswer> operations = new HashMap<>();
  private final Map<Object, ReentrantLock> locks = new HashMap<>();
  private Duration step = Duration.ZERO;

  /**
   * Empty tables.
   *
   * @param limit the most seats that a buyer may book
   */
  ExpiryStore(World world, int limit, List<Buyer> buyers) {
    this.world = world;
    this.limit = limit;
    for (int i = 0; i < SEATS; i++) {
      seats[i] = new SeatRow(i, SeatState.FREE, 0, Optional.empty());
    }
    buyers.forEach(buyer -> wallets.put(buyer, new WalletRow(POINTS, 0)));
  }

  /** The database's time. */
  Instant now() {
    return world.now().plus(step);
  }

  void step(Duration by) {
    step = step.plus(by);
    world.note("the database's clock steps by %s", by);
  }

  ReentrantLock lock(Object row) {
    return locks.computeIfAbsent(row, _ -> new ReentrantLock());
  }

  SeatRow seat(int number) {
    return seats[number];
  }

  Map<HoldId, HoldRow> holds() {
    return holds;
  }

  Map<BookingId, Booking> bookings() {
    return bookings;
  }

  Map<String, StoredAnswer> operations() {
    return operations;
  }

  WalletRow wallet(Buyer buyer) {
    return Objects.requireNonNull(wallets.get(buyer), buyer::sub);
  }

  SeatCount count(Buyer buyer, Instant now) {
    int live = 0;
    for (HoldRow hold : holds.values()) {
      if (hold.hold().buyer().equals(buyer)
          && hold.state() == HoldRow.State.LIVE
          && hold.hold().expiresAt().isAfter(now)) {
        live += hold.hold().seats().size();
      }
    }
    return new SeatCount(live, booked(buyer));
  }

  private int booked(Buyer buyer) {
    return bookings.values().stream()
        .filter(booking -> booking.state() == Booking.State.CONFIRMED)
        .filter(booking -> booking.buyer().equals(buyer))
        .mapToInt(booking -> booking.seats().size())
        .sum();
  }

  /** Commits what was decided at a moment; all at once. */
  void commit(GroupResult.Writes writes, Instant at) {
    SeatRow[] before = seats.clone();
    for (SeatEvent event : writes.events()) {
      before[event.seat()] = after(before[event.seat()], event, at);
    }
    for (GroupResult.SeatWrite write : writes.seats()) {
      SeatRow row = write.row();
      world.check(
          row.version() == before[row.seat()].version()
              && row.state() == before[row.seat()].state(),
          "the events of a seat lead to its row",
          "%s, and by its events %s",
          row,
          before[row.seat()]);
      seats[row.seat()] = row;
      world.note("commits %s", row);
    }
    writes.holds().made().forEach(made -> holds.put(made.hold().id(), made));
    writes.holds().released().forEach(id -> end(id, HoldRow.State.RELEASED));
    writes.holds().paid().forEach(id -> end(id, HoldRow.State.PAID));
    for (GroupResult.NewBooking made : writes.bookings().made()) {
      bookings.put(made.confirmed().id(), made.cancelled().orElse(made.confirmed()));
    }
    writes.bookings().cancelled().forEach(booking -> bookings.put(booking.id(), booking));
    writes.points().wallets().forEach(write -> wallets.put(write.buyer(), write.row()));
    for (GroupResult.OperationWrite write : writes.operations()) {
      StoredAnswer first =
          operations.putIfAbsent(
              write.operation().id(),
              new StoredAnswer(write.operation().fingerprint(), write.answer()));
      world.check(first == null, "an operation has one effect", "%s has two", write);
    }
    checkSums();
  }

  /** The seat after an event, which must follow from the seat before. */
  private SeatRow after(SeatRow row, SeatEvent event, Instant at) {
    world.check(
        event.version() == row.version() + 1,
        "the versions of a seat are dense",
        "%s after %s",
        event,
        row);
    boolean own = row.owner().filter(owner -> owner.hold().equals(event.hold())).isPresent();
    boolean holds =
        switch (event.type()) {
          case HELD ->
              event.reason() == SeatEvent.Reason.MORE_TIME
                  ? own && row.isHeldAt(at)
                  : row.state() == SeatState.FREE;
          case SOLD -> row.state() == SeatState.FREE || (own && row.isHeldAt(at));
          case RELEASED ->
              own
                  && switch (event.reason()) {
                    case EXPIRED -> row.state() == SeatState.HELD && !row.isHeldAt(at);
                    case CANCELLED -> row.state() == SeatState.SOLD;
                    case GIVEN_BACK, CLAIMED, PAID, MORE_TIME -> row.state() == SeatState.HELD;
                  };
        };
    world.check(holds, ONE_OWNER, "%s at %s, after %s", event, at, row);
    SeatState state =
        switch (event.type()) {
          case HELD -> SeatState.HELD;
          case SOLD -> SeatState.SOLD;
          case RELEASED -> SeatState.FREE;
        };
    Optional<SeatRow.Owner> owner =
        state == SeatState.FREE
            ? Optional.empty()
            : Optional.of(new SeatRow.Owner(event.buyer(), event.hold(), until(row, event)));
    return new SeatRow(row.seat(), state, event.version(), owner);
  }

  private static Instant until(SeatRow row, SeatEvent event) {
    return row.owner().map(SeatRow.Owner::until).orElse(event.at());
  }

  private void end(HoldId id, HoldRow.State state) {
    holds.put(id, new HoldRow(Objects.requireNonNull(holds.get(id)).hold(), state));
  }

  /** A hold that the reaper has tidied up, or that ends later. */
  void put(HoldRow hold) {
    holds.put(hold.hold().id(), hold);
  }

  private void checkSums() {
    List<Integer> sold = new ArrayList<>();
    for (Booking booking : bookings.values()) {
      if (booking.state() == Booking.State.CONFIRMED) {
        for (int seat : booking.seats()) {
          world.check(!sold.contains(seat), ONE_OWNER, "seat %d is booked twice", seat);
          sold.add(seat);
          world.check(
              seats[seat].isSoldTo(booking.buyer()),
              ONE_OWNER,
              "%s has seat %d, which is %s",
              booking,
              seat,
              seats[seat]);
        }
      }
    }
    for (Map.Entry<Buyer, WalletRow> wallet : wallets.entrySet()) {
      int booked = booked(wallet.getKey());
      world.check(
          wallet.getValue().balance() == POINTS - booked * PRICE,
          "each booking is paid once",
          "%s has %d points and %d seats",
          wallet.getKey(),
          wallet.getValue().balance(),
          booked);
      world.check(
          booked <= limit,
          "no buyer books more than the limit",
          "%s has booked %d seats, of %d",
          wallet.getKey(),
          booked,
          limit);
    }
  }

  Locked.Rows rows(
      List<Integer> lockedSeats, List<Buyer> lockedBuyers, List<Buyer> lockedWallets, Instant now) {
    Map<Locked.SeatKey, SeatRow> bySeat = new HashMap<>();
    lockedSeats.forEach(seat -> bySeat.put(new Locked.SeatKey(SHOW, seat), seats[seat]));
    Map<Locked.BuyerKey, SeatCount> byBuyer = new HashMap<>();
    lockedBuyers.forEach(buyer -> byBuyer.put(new Locked.BuyerKey(SHOW, buyer), count(buyer, now)));
    Map<Buyer, WalletRow> byWallet = new HashMap<>();
    lockedWallets.forEach(buyer -> byWallet.put(buyer, wallets.get(buyer)));
    return new Locked.Rows(bySeat, byBuyer, Map.of(), byWallet);
  }
}
