package dev.stampede.prove.check;

import dev.stampede.prove.check.judge.Keys;
import dev.stampede.prove.check.judge.SmallHistory.Change;
import dev.stampede.prove.check.judge.SmallHistory.Claimed;
import dev.stampede.prove.check.judge.SmallHistory.OperationRow;
import dev.stampede.prove.check.judge.SmallHistory.Seat;
import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.RecordedCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A tiny sale that keeps all promises: it decides one request after the other, each at a given
 * moment, and has at the end the rows that a database would have.
 */
final class SaleModel extends SaleState {

  private final Map<String, Stored> stored = new HashMap<>();

  /**
   * An empty sale.
   *
   * @param number tells its shows and ids from those of other sales
   */
  SaleModel(long number, int showCount, int seatsOfEach) {
    super(number, showCount, seatsOfEach);
  }

  private record Stored(Asked asked, Answered answered) {}

  /** Decides a request at this moment. */
  Answered decide(CallKind kind, String buyer, Asked asked, long at) {
    RecordedCall call =
        new RecordedCall(0, kind, 0, buyer, 0, at, at, asked, Answered.nothing("asked"));
    Optional<String> operation = Keys.operation(call);
    Stored before = operation.map(stored::get).orElse(null);
    if (before != null) {
      return before.asked().equals(asked)
          ? replayed(before.answered())
          : Answered.problem(422, "idempotency-mismatch");
    }
    Answered answer = decideAnew(kind, buyer, asked, at);
    boolean isStored =
        answer.status() == 201 || (kind == CallKind.CANCEL && answer.status() == 200);
    if (isStored && operation.isPresent() && isNewCancellation(kind, asked, at)) {
      stored.put(operation.get(), new Stored(asked, answer));
      operations.add(
          new OperationRow(operation.get(), UUID.fromString(answer.subject()), letter(kind)));
    }
    return answer;
  }

  private boolean isNewCancellation(CallKind kind, Asked asked, long at) {
    if (kind != CallKind.CANCEL) {
      return true;
    }
    Long cancelled =
        Objects.requireNonNull(bookings.get(UUID.fromString(asked.subject()))).cancelledAt;
    return cancelled != null && cancelled == at;
  }

  private static char letter(CallKind kind) {
    return switch (kind) {
      case HOLD, BEST -> 'h';
      case CANCEL -> 'c';
      case TOP_UP -> 't';
      default -> 'b';
    };
  }

  private static Answered replayed(Answered answer) {
    return new Answered(
        answer.status(),
        "",
        answer.subject(),
        answer.seats(),
        answer.total(),
        answer.balance(),
        answer.states(),
        "",
        true);
  }

  private Answered decideAnew(CallKind kind, String buyer, Asked asked, long at) {
    return switch (kind) {
      case HOLD -> hold(buyer, asked.show(), asked.seats(), at);
      case BEST -> best(buyer, asked.show(), (int) asked.amount(), at);
      case RELEASE -> release(buyer, asked.subject(), at);
      case BOOK -> book(buyer, asked.subject(), at);
      case BOOK_NOW -> bookNow(buyer, asked.show(), asked.seats(), at);
      case CANCEL -> cancel(buyer, asked.subject(), at);
      case TOP_UP -> topUp(buyer, asked.amount(), at);
      case READ_WALLET -> answer(200, "", List.of(), 0, wallet(buyer).balance, "");
      case READ_BOOKING -> readBooking(buyer, asked.subject());
      case READ_HOLD -> readHold(buyer, asked.subject(), at);
      case READ_SEATS -> readSeats(asked, at);
      default -> throw new IllegalArgumentException("the model knows no " + kind);
    };
  }

  private static Answered answer(
      int status, String subject, List<Integer> seats, long total, long balance, String states) {
    return new Answered(status, "", subject, seats, total, balance, states, "", false);
  }

  private Answered hold(String buyer, long show, List<Integer> numbers, long at) {
    List<Seat> wanted = seats(show, numbers);
    List<Integer> taken =
        wanted.stream().filter(seat -> !isFree(seat, at)).map(Seat::number).toList();
    if (!taken.isEmpty()) {
      HoldNow mine = now(wanted.getFirst()).hold;
      if (mine != null
          && mine.isRow
          && mine.state == 'l'
          && mine.claimed.buyer().equals(buyer)
          && mine.claimed.seats().equals(numbers)
          && wanted.stream().allMatch(seat -> isHeldBy(seat, mine) && !isFree(seat, at))) {
        return answer(200, mine.id.toString(), numbers, mine.claimed.total(), -1, "");
      }
      return new Answered(409, "seat-taken", "", taken, 0, -1, "", "", false);
    }
    return take(buyer, show, numbers, at);
  }

  private Answered take(String buyer, long show, List<Integer> numbers, long at) {
    Claimed claimed = new Claimed(buyer, show, numbers, PRICE * numbers.size());
    HoldNow hold = new HoldNow(id(), claimed, at, true);
    keep(hold);
    seats(show, numbers)
        .forEach(
            seat -> {
              freed(seat, at);
              change(seat, new Change('h', 'c'), hold, null, at);
            });
    return answer(201, hold.id.toString(), numbers, claimed.total(), -1, "");
  }

  private Answered best(String buyer, long show, int count, long at) {
    List<Integer> free = new ArrayList<>();
    seats.keySet().stream()
        .filter(seat -> seat.show() == show && isFree(seat, at))
        .limit(count)
        .forEach(seat -> free.add(seat.number()));
    return free.size() < count
        ? Answered.problem(409, "not-available")
        : take(buyer, show, free, at);
  }

  private @Nullable HoldNow mine(String buyer, String id) {
    HoldNow hold = holds.get(UUID.fromString(id));
    return hold != null && hold.isRow && hold.claimed.buyer().equals(buyer) ? hold : null;
  }

  private Answered release(String buyer, String id, long at) {
    HoldNow hold = mine(buyer, id);
    if (hold == null) {
      return Answered.problem(404, "not-found");
    }
    if (hold.state == 'p') {
      return Answered.problem(409, "hold-paid");
    }
    for (Seat seat : seats(hold.claimed.show(), hold.claimed.seats())) {
      if (isHeldBy(seat, hold)) {
        char reason = hold.expiresAt > at ? 'g' : 'e';
        change(seat, new Change('r', reason), hold, null, at);
      }
    }
    hold.state = 'r';
    return answer(204, "", List.of(), 0, -1, "");
  }

  private Answered book(String buyer, String id, long at) {
    HoldNow hold = mine(buyer, id);
    if (hold == null) {
      return Answered.problem(404, "not-found");
    }
    if (hold.state == 'p') {
      return booking(200, bookingOf(hold));
    }
    List<Seat> claimed = seats(hold.claimed.show(), hold.claimed.seats());
    Predicate<Seat> isToBeHad = seat -> isHeldBy(seat, hold) || isFree(seat, at);
    if (hold.state == 'r' || !claimed.stream().allMatch(isToBeHad)) {
      return Answered.problem(410, "hold-expired");
    }
    return pay(buyer, hold, at);
  }

  private BookingNow bookingOf(HoldNow hold) {
    return Objects.requireNonNull(payments.get(hold), "the hold is not paid");
  }

  private Answered pay(String buyer, HoldNow hold, long at) {
    WalletNow wallet = wallet(buyer);
    if (wallet.balance < hold.claimed.total()) {
      return new Answered(
          402, "insufficient-points", "", List.of(), 0, wallet.balance, "", "", false);
    }
    UUID id = id();
    for (Seat seat : seats(hold.claimed.show(), hold.claimed.seats())) {
      if (isFree(seat, at)) {
        freed(seat, at);
      }
      change(seat, new Change('s', 'p'), hold, id, at);
    }
    hold.state = 'p';
    long left = move(id, 'p', hold.claimed.total(), buyer, id, at);
    BookingNow booking = new BookingNow(id, hold, at, left);
    keep(booking);
    return booking(201, booking);
  }

  private Answered bookNow(String buyer, long show, List<Integer> numbers, long at) {
    List<Integer> taken =
        seats(show, numbers).stream().filter(seat -> !isFree(seat, at)).map(Seat::number).toList();
    if (!taken.isEmpty()) {
      return new Answered(409, "seat-taken", "", taken, 0, -1, "", "", false);
    }
    Claimed claimed = new Claimed(buyer, show, numbers, PRICE * numbers.size());
    return pay(buyer, new HoldNow(id(), claimed, at, false), at);
  }

  private Answered booking(int status, BookingNow booking) {
    boolean isCancelled = booking.cancelledAt != null;
    Long refunded = booking.refunded;
    return answer(
        status,
        booking.id.toString(),
        booking.hold.claimed.seats(),
        booking.hold.claimed.total(),
        refunded == null ? booking.paid : refunded,
        isCancelled ? "cancelled" : "confirmed");
  }

  private Answered cancel(String buyer, String id, long at) {
    BookingNow booking = bookings.get(UUID.fromString(id));
    if (booking == null || !booking.hold.claimed.buyer().equals(buyer)) {
      return Answered.problem(404, "not-found");
    }
    if (booking.cancelledAt == null) {
      for (Seat seat : seats(booking.hold.claimed.show(), booking.hold.claimed.seats())) {
        change(seat, new Change('r', 'x'), booking.hold, booking.id, at);
      }
      booking.cancelledAt = at;
      booking.refunded = move(id(), 'r', booking.hold.claimed.total(), buyer, booking.id, at);
    }
    return booking(200, booking);
  }

  private Answered topUp(String buyer, long amount, long at) {
    UUID id = id();
    long balance = move(id, 't', amount, buyer, null, at);
    return answer(201, id.toString(), List.of(), 0, balance, "");
  }

  private Answered readBooking(String buyer, String id) {
    BookingNow booking = bookings.get(UUID.fromString(id));
    return booking == null || !booking.hold.claimed.buyer().equals(buyer)
        ? Answered.problem(404, "not-found")
        : booking(200, booking);
  }

  private Answered readHold(String buyer, String id, long at) {
    HoldNow hold = mine(buyer, id);
    if (hold == null) {
      return Answered.problem(404, "not-found");
    }
    if (hold.state == 'p') {
      return Answered.problem(409, "hold-paid");
    }
    boolean isLive =
        hold.state == 'l'
            && hold.expiresAt > at
            && seats(hold.claimed.show(), hold.claimed.seats()).stream()
                .allMatch(seat -> isHeldBy(seat, hold));
    return isLive
        ? answer(200, id, hold.claimed.seats(), hold.claimed.total(), -1, "")
        : Answered.problem(410, "hold-expired");
  }

  private Answered readSeats(Asked asked, long at) {
    StringBuilder states = new StringBuilder();
    for (Seat seat : seats(asked.show(), asked.seats())) {
      states.append(isFree(seat, at) ? 'f' : now(seat).state);
    }
    return answer(200, "", List.of(), 0, -1, states.toString());
  }
}
