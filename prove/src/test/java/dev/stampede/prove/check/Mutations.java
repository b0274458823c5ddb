package dev.stampede.prove.check;

import dev.stampede.prove.check.judge.SmallHistory;
import dev.stampede.prove.check.judge.SmallHistory.Balances;
import dev.stampede.prove.check.judge.SmallHistory.BookingRow;
import dev.stampede.prove.check.judge.SmallHistory.Change;
import dev.stampede.prove.check.judge.SmallHistory.Claimed;
import dev.stampede.prove.check.judge.SmallHistory.EntryRow;
import dev.stampede.prove.check.judge.SmallHistory.HoldRow;
import dev.stampede.prove.check.judge.SmallHistory.Ledger;
import dev.stampede.prove.check.judge.SmallHistory.Line;
import dev.stampede.prove.check.judge.SmallHistory.OperationRow;
import dev.stampede.prove.check.judge.SmallHistory.Owner;
import dev.stampede.prove.check.judge.SmallHistory.Sale;
import dev.stampede.prove.check.judge.SmallHistory.SeatEvent;
import dev.stampede.prove.check.judge.SmallHistory.SeatRow;
import dev.stampede.prove.check.judge.SmallHistory.TransferRow;
import dev.stampede.prove.check.judge.SmallHistory.WalletRow;
import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.RecordedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Breaks a right history: changes, drops or swaps one row or one answer. */
final class Mutations {

  private final Random random;

  Mutations(long seed) {
    this.random = new Random(seed);
  }

  /** Returns a history with one change; the same, if there was nothing to change. */
  SmallHistory broken(SmallHistory history) {
    Sale sale = history.sale();
    Ledger ledger = history.ledger();
    return switch (random.nextInt(9)) {
      case 0 -> with(history, withEvents(sale, changed(sale.events(), this::event)));
      case 1 -> with(history, withEvents(sale, dropped(sale.events())));
      case 2 -> with(history, withSeats(sale, changed(sale.seats(), this::seat)));
      case 3 -> with(history, withHolds(sale, oneOf(sale.holds(), this::hold)));
      case 4 -> with(history, withBookings(sale, oneOf(sale.bookings(), this::booking)));
      case 5 -> with(history, ledger(ledger));
      case 6 ->
          with(
              history,
              new Ledger(
                  ledger.wallets(),
                  ledger.transfers(),
                  ledger.entries(),
                  oneOf(ledger.operations(), this::operation)));
      default -> new SmallHistory(calls(history.calls()), sale, ledger);
    };
  }

  private static SmallHistory with(SmallHistory history, Sale sale) {
    return new SmallHistory(history.calls(), sale, history.ledger());
  }

  private static SmallHistory with(SmallHistory history, Ledger ledger) {
    return new SmallHistory(history.calls(), history.sale(), ledger);
  }

  private static Sale withEvents(Sale sale, List<SeatEvent> events) {
    return new Sale(sale.shows(), sale.seats(), events, sale.holds(), sale.bookings());
  }

  private static Sale withSeats(Sale sale, List<SeatRow> seats) {
    return new Sale(sale.shows(), seats, sale.events(), sale.holds(), sale.bookings());
  }

  private static Sale withHolds(Sale sale, List<HoldRow> holds) {
    return new Sale(sale.shows(), sale.seats(), sale.events(), holds, sale.bookings());
  }

  private static Sale withBookings(Sale sale, List<BookingRow> bookings) {
    return new Sale(sale.shows(), sale.seats(), sale.events(), sale.holds(), bookings);
  }

  private <T> List<T> changed(List<T> rows, UnaryOperator<T> change) {
    List<T> all = new ArrayList<>(rows);
    if (!all.isEmpty()) {
      int index = random.nextInt(all.size());
      all.set(index, change.apply(all.get(index)));
    }
    return all;
  }

  private <T> List<T> dropped(List<T> rows) {
    List<T> all = new ArrayList<>(rows);
    if (!all.isEmpty()) {
      all.remove(random.nextInt(all.size()));
    }
    return all;
  }

  private <T> List<T> oneOf(List<T> rows, UnaryOperator<T> change) {
    return random.nextInt(3) == 0 ? dropped(rows) : changed(rows, change);
  }

  /** The id of another row, perhaps of one of another kind. */
  private UUID otherId(UUID id) {
    return new UUID(id.getMostSignificantBits(), 1 + random.nextInt(20));
  }

  /** An id that no other row has. */
  private static UUID newId(UUID id) {
    return new UUID(id.getMostSignificantBits(), 1_000 + id.getLeastSignificantBits());
  }

  private SeatEvent event(SeatEvent one) {
    Owner owner = one.owner();
    Change change = one.change();
    return switch (random.nextInt(5)) {
      case 0 -> event(one, change, new Owner(owner.buyer() + "x", owner.hold(), owner.booking()));
      case 1 ->
          event(one, change, new Owner(owner.buyer(), otherId(owner.hold()), owner.booking()));
      case 2 ->
          owner.booking() == null
              ? one
              : event(
                  one, change, new Owner(owner.buyer(), owner.hold(), otherId(owner.booking())));
      case 3 ->
          new SeatEvent(
              one.seat(),
              one.version(),
              change,
              owner,
              one.at() + (random.nextBoolean() ? 1L : -1L) * (1 + random.nextInt(10_000_000)));
      default ->
          change.type() == 's'
              ? event(one, new Change('h', 'c'), owner)
              : event(one, new Change('r', "gecx".charAt(random.nextInt(4))), owner);
    };
  }

  private static SeatEvent event(SeatEvent one, Change change, Owner owner) {
    return new SeatEvent(one.seat(), one.version(), change, owner, one.at());
  }

  private SeatRow seat(SeatRow one) {
    return switch (random.nextInt(3)) {
      case 0 -> new SeatRow(one.seat(), one.version() + 1, one.state(), one.hold(), one.buyer());
      case 1 -> new SeatRow(one.seat(), one.version(), 'f', null, "");
      default ->
          new SeatRow(
              one.seat(),
              one.version(),
              one.state(),
              one.hold() == null ? null : otherId(one.hold()),
              one.buyer());
    };
  }

  private HoldRow hold(HoldRow one) {
    Claimed claimed = one.claimed();
    char state = "lrep".charAt(random.nextInt(4));
    return switch (random.nextInt(4)) {
      case 0 -> new HoldRow(one.id(), claimed, state, one.createdAt(), one.expiresAt());
      case 1 -> hold(one, claimed(claimed));
      case 2 ->
          new HoldRow(one.id(), claimed, one.state(), one.createdAt(), one.expiresAt() - 7_000_000);
      default ->
          new HoldRow(newId(one.id()), claimed, one.state(), one.createdAt(), one.expiresAt());
    };
  }

  private static HoldRow hold(HoldRow one, Claimed claimed) {
    return new HoldRow(one.id(), claimed, one.state(), one.createdAt(), one.expiresAt());
  }

  private Claimed claimed(Claimed one) {
    return switch (random.nextInt(3)) {
      case 0 -> new Claimed(one.buyer() + "x", one.show(), one.seats(), one.total());
      case 1 -> new Claimed(one.buyer(), one.show(), one.seats(), one.total() + 1);
      default ->
          new Claimed(
              one.buyer(),
              one.show(),
              one.seats().size() > 1 ? one.seats().subList(0, 1) : List.of(2, 3),
              one.total());
    };
  }

  private BookingRow booking(BookingRow one) {
    return switch (random.nextInt(4)) {
      case 0 ->
          new BookingRow(
              one.id(),
              one.hold(),
              claimed(one.claimed()),
              one.confirmedAt(),
              one.cancelledAt(),
              one.balances());
      case 1 ->
          new BookingRow(
              one.id(),
              one.hold(),
              one.claimed(),
              one.confirmedAt(),
              one.cancelledAt() == null ? (Long) one.confirmedAt() : null,
              one.balances());
      case 2 ->
          new BookingRow(
              one.id(),
              otherId(one.hold()),
              one.claimed(),
              one.confirmedAt(),
              one.cancelledAt(),
              one.balances());
      default ->
          new BookingRow(
              one.id(),
              one.hold(),
              one.claimed(),
              one.confirmedAt(),
              one.cancelledAt(),
              new Balances(one.balances().paid() + 1, one.balances().refunded()));
    };
  }

  private OperationRow operation(OperationRow one) {
    return new OperationRow(one.id(), otherId(one.subject()), one.answer());
  }

  private Ledger ledger(Ledger one) {
    List<WalletRow> wallets = one.wallets();
    List<TransferRow> transfers = one.transfers();
    List<EntryRow> entries = one.entries();
    switch (random.nextInt(3)) {
      case 0 ->
          wallets =
              oneOf(wallets, row -> new WalletRow(row.buyer(), row.balance() + 1, row.version()));
      case 1 ->
          transfers =
              oneOf(
                  transfers,
                  row ->
                      new TransferRow(
                          row.id(),
                          row.kind(),
                          row.amount() + 1,
                          row.buyer(),
                          row.booking(),
                          row.at()));
      default -> entries = oneOf(entries, this::entry);
    }
    return new Ledger(wallets, transfers, entries, one.operations());
  }

  private EntryRow entry(EntryRow one) {
    Line line =
        random.nextBoolean() ? new Line(one.line().number(), one.line().balance() + 1) : one.line();
    return new EntryRow(
        one.transfer(),
        one.account(),
        one.amount() + (line.equals(one.line()) ? 1 : 0),
        one.buyer(),
        line);
  }

  private List<RecordedCall> calls(List<RecordedCall> calls) {
    return random.nextInt(6) == 0 ? dropped(calls) : changed(calls, this::call);
  }

  private RecordedCall call(RecordedCall one) {
    Answered is = one.answered();
    long shift = random.nextInt(12_000_000);
    return switch (random.nextInt(9)) {
      case 0 -> answered(one, Answered.problem(409, "seat-taken"));
      case 1 -> answered(one, Answered.nothing("closed"));
      case 2 -> answered(one, answer(is, is.subject(), is.balance() + 1, is.states()));
      case 3 ->
          answered(
              one,
              answer(
                  is,
                  is.subject().isEmpty() ? "" : otherId(UUID.fromString(is.subject())).toString(),
                  is.balance(),
                  is.states()));
      case 4 ->
          answered(
              one,
              answer(
                  is,
                  is.subject(),
                  is.balance(),
                  switch (is.states()) {
                    case "confirmed" -> "cancelled";
                    case "cancelled" -> "confirmed";
                    case "f", "h" -> "s";
                    case "s" -> "f";
                    default -> is.states();
                  }));
      case 5 ->
          answered(
              one,
              new Answered(
                  is.status(),
                  is.problem(),
                  is.subject(),
                  is.seats().size() > 1 ? is.seats().subList(1, 2) : is.seats(),
                  is.total() + 1,
                  is.balance(),
                  is.states(),
                  "",
                  is.replayed()));
      case 6 -> moved(one, shift, shift);
      case 7 -> moved(one, -shift, -shift);
      default -> moved(one, 0, shift);
    };
  }

  private static Answered answer(Answered is, String subject, long balance, String states) {
    return new Answered(
        is.status(),
        is.problem(),
        subject,
        is.seats(),
        is.total(),
        balance,
        states,
        "",
        is.replayed());
  }

  private static RecordedCall answered(RecordedCall one, Answered answered) {
    return new RecordedCall(
        one.id(),
        one.kind(),
        one.client(),
        one.buyer(),
        one.server(),
        one.invokedMicros(),
        one.completedMicros(),
        one.asked(),
        answered);
  }

  private static RecordedCall moved(RecordedCall one, long invoked, long completed) {
    return new RecordedCall(
        one.id(),
        one.kind(),
        one.client(),
        one.buyer(),
        one.server(),
        one.invokedMicros() + invoked,
        one.completedMicros() + completed,
        one.asked(),
        one.answered());
  }
}
