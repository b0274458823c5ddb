package dev.stampede.prove.check;

import dev.stampede.prove.check.judge.SmallHistory;
import dev.stampede.prove.check.judge.SmallHistory.Balances;
import dev.stampede.prove.check.judge.SmallHistory.BookingRow;
import dev.stampede.prove.check.judge.SmallHistory.Change;
import dev.stampede.prove.check.judge.SmallHistory.Claimed;
import dev.stampede.prove.check.judge.SmallHistory.EntryRow;
import dev.stampede.prove.check.judge.SmallHistory.HoldRow;
import dev.stampede.prove.check.judge.SmallHistory.Line;
import dev.stampede.prove.check.judge.SmallHistory.OperationRow;
import dev.stampede.prove.check.judge.SmallHistory.Owner;
import dev.stampede.prove.check.judge.SmallHistory.Seat;
import dev.stampede.prove.check.judge.SmallHistory.SeatEvent;
import dev.stampede.prove.check.judge.SmallHistory.SeatRow;
import dev.stampede.prove.check.judge.SmallHistory.ShowRow;
import dev.stampede.prove.check.judge.SmallHistory.TransferRow;
import dev.stampede.prove.check.judge.SmallHistory.WalletRow;
import dev.stampede.prove.history.RecordedCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of a sale that is being decided, and the changes that decisions make to them. */
abstract class SaleState {

  static final long PRICE = 10;
  static final long HOLD_MICROS = 8_000_000;

  private final long number;
  private final List<ShowRow> shows = new ArrayList<>();
  final Map<Seat, SeatNow> seats = new LinkedHashMap<>();
  final Map<UUID, HoldNow> holds = new LinkedHashMap<>();
  final Map<UUID, BookingNow> bookings = new LinkedHashMap<>();
  final Map<HoldNow, BookingNow> payments = new HashMap<>();
  private final Map<String, List<String>> holdsByBuyer = new HashMap<>();
  private final Map<String, List<String>> bookingsByBuyer = new HashMap<>();

  /** All last equally long: the first made ends first. */
  private final Deque<HoldNow> unreaped = new ArrayDeque<>();

  private final Map<String, WalletNow> wallets = new LinkedHashMap<>();
  private final List<SeatEvent> events = new ArrayList<>();
  private final List<TransferRow> transfers = new ArrayList<>();
  private final List<EntryRow> entries = new ArrayList<>();
  final List<OperationRow> operations = new ArrayList<>();
  private long ids;

  /**
   * An empty sale.
   *
   * @param number tells its shows and ids from those of other sales
   */
  SaleState(long number, int showCount, int seatsOfEach) {
    this.number = number;
    for (int i = 0; i < showCount; i++) {
      long show = number * 10 + i + 1;
      shows.add(new ShowRow(show, seatsOfEach, PRICE, HOLD_MICROS));
      for (int seat = 0; seat < seatsOfEach; seat++) {
        seats.put(new Seat(show, seat), new SeatNow());
      }
    }
  }

  static final class SeatNow {
    int version;
    char state = 'f';
    @Nullable HoldNow hold;
    @Nullable UUID booking;
  }

  static final class HoldNow {
    final UUID id;
    final Claimed claimed;
    final long createdAt;
    final long expiresAt;
    final boolean isRow;
    char state = 'l';

    HoldNow(UUID id, Claimed claimed, long at, boolean isRow) {
      this.id = id;
      this.claimed = claimed;
      this.createdAt = at;
      this.expiresAt = at + HOLD_MICROS;
      this.isRow = isRow;
    }
  }

  static final class BookingNow {
    final UUID id;
    final HoldNow hold;
    final long at;
    final long paid;
    @Nullable Long cancelledAt;
    @Nullable Long refunded;

    BookingNow(UUID id, HoldNow hold, long at, long paid) {
      this.id = id;
      this.hold = hold;
      this.at = at;
      this.paid = paid;
    }
  }

  static final class WalletNow {
    long balance;
    long version;
  }

  List<ShowRow> shows() {
    return shows;
  }

  List<String> bookingsOf(String buyer) {
    return bookingsByBuyer.getOrDefault(buyer, List.of());
  }

  List<String> holdsOf(String buyer) {
    return holdsByBuyer.getOrDefault(buyer, List.of());
  }

  void keep(HoldNow hold) {
    holds.put(hold.id, hold);
    unreaped.add(hold);
    holdsByBuyer
        .computeIfAbsent(hold.claimed.buyer(), _ -> new ArrayList<>())
        .add(hold.id.toString());
  }

  void keep(BookingNow booking) {
    bookings.put(booking.id, booking);
    payments.put(booking.hold, booking);
    bookingsByBuyer
        .computeIfAbsent(booking.hold.claimed.buyer(), _ -> new ArrayList<>())
        .add(booking.id.toString());
  }

  WalletNow wallet(String buyer) {
    return wallets.computeIfAbsent(buyer, _ -> new WalletNow());
  }

  UUID id() {
    return new UUID(number, ++ids);
  }

  SeatNow now(Seat seat) {
    return Objects.requireNonNull(seats.get(seat), seat::toString);
  }

  boolean isFree(Seat seat, long at) {
    SeatNow now = now(seat);
    return now.state == 'f' || (now.state == 'h' && now.hold != null && now.hold.expiresAt <= at);
  }

  static List<Seat> seats(long show, List<Integer> numbers) {
    return numbers.stream().map(each -> new Seat(show, each)).toList();
  }

  boolean isHeldBy(Seat seat, HoldNow hold) {
    SeatNow now = now(seat);
    return now.state == 'h' && now.hold == hold;
  }

  /** Tells the end of a hold that has ended and that nobody has told yet. */
  void freed(Seat seat, long at) {
    SeatNow now = now(seat);
    if (now.state == 'h' && now.hold != null) {
      change(seat, new Change('r', 'e'), now.hold, null, at);
    }
  }

  void change(Seat seat, Change change, HoldNow hold, @Nullable UUID booking, long at) {
    SeatNow now = now(seat);
    now.version++;
    now.state = change.type() == 'r' ? 'f' : change.type();
    now.hold = change.type() == 'r' ? null : hold;
    now.booking = change.type() == 's' ? booking : null;
    events.add(
        new SeatEvent(
            seat, now.version, change, new Owner(hold.claimed.buyer(), hold.id, booking), at));
  }

  long move(UUID id, char kind, long amount, String buyer, @Nullable UUID booking, long at) {
    WalletNow wallet = wallet(buyer);
    long signed = kind == 'p' ? -amount : amount;
    wallet.balance += signed;
    wallet.version++;
    transfers.add(new TransferRow(id, kind, amount, buyer, booking, at));
    entries.add(new EntryRow(id, 'w', signed, buyer, new Line(wallet.version, wallet.balance)));
    entries.add(new EntryRow(id, kind == 't' ? 'p' : 'h', -signed, "", new Line(0, 0)));
    return wallet.balance;
  }

  /** Frees the seats of all holds that have ended. */
  void reap(long at) {
    while (!unreaped.isEmpty() && unreaped.getFirst().expiresAt <= at) {
      HoldNow hold = unreaped.removeFirst();
      if (hold.state == 'l') {
        for (Seat seat : seats(hold.claimed.show(), hold.claimed.seats())) {
          if (isHeldBy(seat, hold)) {
            change(seat, new Change('r', 'e'), hold, null, at);
          }
        }
        hold.state = 'e';
      }
    }
  }

  /** The rows as they are now, with these calls. */
  SmallHistory history(List<RecordedCall> calls) {
    return new SmallHistory(
        calls,
        new SmallHistory.Sale(shows, seatRows(), events, holdRows(), bookingRows()),
        new SmallHistory.Ledger(
            wallets.entrySet().stream()
                .map(
                    one ->
                        new WalletRow(one.getKey(), one.getValue().balance, one.getValue().version))
                .toList(),
            transfers,
            entries,
            operations));
  }

  private List<SeatRow> seatRows() {
    List<SeatRow> rows = new ArrayList<>();
    seats.forEach(
        (seat, now) -> {
          HoldNow hold = now.hold;
          rows.add(
              new SeatRow(
                  seat,
                  now.version,
                  now.state,
                  hold == null ? null : hold.id,
                  hold == null ? "" : hold.claimed.buyer()));
        });
    return rows;
  }

  private List<HoldRow> holdRows() {
    return holds.values().stream()
        .filter(one -> one.isRow)
        .map(one -> new HoldRow(one.id, one.claimed, one.state, one.createdAt, one.expiresAt))
        .toList();
  }

  private List<BookingRow> bookingRows() {
    return bookings.values().stream()
        .map(
            one ->
                new BookingRow(
                    one.id,
                    one.hold.id,
                    one.hold.claimed,
                    one.at,
                    one.cancelledAt,
                    new Balances(one.paid, one.refunded)))
        .toList();
  }
}
