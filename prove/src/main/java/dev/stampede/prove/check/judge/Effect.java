package dev.stampede.prove.check.judge;

import dev.stampede.prove.check.judge.SmallHistory.BookingRow;
import dev.stampede.prove.check.judge.SmallHistory.HoldRow;
import dev.stampede.prove.check.judge.SmallHistory.OperationRow;
import dev.stampede.prove.check.judge.SmallHistory.TransferRow;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * Something that the tables say was done: a hold was made, given back, booked, cancelled, or points
 * were added.
 */
record Effect(What what, UUID id) {

  enum What {
    HOLD,
    RELEASE,
    BOOKING,
    CANCELLATION,
    TOP_UP
  }

  static List<Effect> of(SmallHistory history) {
    List<Effect> effects = new ArrayList<>();
    for (HoldRow hold : history.sale().holds()) {
      effects.add(new Effect(What.HOLD, hold.id()));
      if (hold.state() == 'r') {
        effects.add(new Effect(What.RELEASE, hold.id()));
      }
    }
    for (BookingRow booking : history.sale().bookings()) {
      effects.add(new Effect(What.BOOKING, booking.id()));
      if (booking.cancelledAt() != null) {
        effects.add(new Effect(What.CANCELLATION, booking.id()));
      }
    }
    for (TransferRow transfer : history.ledger().transfers()) {
      if (transfer.kind() == 't') {
        effects.add(new Effect(What.TOP_UP, transfer.id()));
      }
    }
    return effects;
  }

  /** When somebody first asked for it; empty if nobody did. */
  OptionalLong began(SmallHistory history) {
    return history.calls().stream()
        .filter(call -> mayHaveAskedFor(call, history))
        .mapToLong(RecordedCall::invokedMicros)
        .min();
  }

  /** When a client was first told of it; empty if none was. */
  OptionalLong ended(SmallHistory history) {
    return history.calls().stream()
        .filter(call -> call.meaning() == Meaning.DONE && tellsOfIt(call))
        .mapToLong(RecordedCall::completedMicros)
        .min();
  }

  boolean tellsOfIt(RecordedCall call) {
    String made = call.answered().subject();
    String about = call.asked().subject();
    return switch (what) {
      case HOLD -> isHolding(call.kind()) && made.equals(id.toString());
      case RELEASE -> call.kind() == CallKind.RELEASE && about.equals(id.toString());
      case BOOKING -> isBooking(call.kind()) && made.equals(id.toString());
      case CANCELLATION -> call.kind() == CallKind.CANCEL && about.equals(id.toString());
      case TOP_UP -> call.kind() == CallKind.TOP_UP && made.equals(id.toString());
    };
  }

  boolean mayHaveAskedFor(RecordedCall call, SmallHistory history) {
    return call.meaning() != Meaning.NOT_DONE
        && (isAnsweredWithIt(call)
            || isNamedByIt(call, history)
            || isStoredUnderItsKey(call, history)
            || isUnsettledAndAlike(call, history));
  }

  private boolean isAnsweredWithIt(RecordedCall call) {
    return call.answered().status() == 201 && !call.answered().replayed() && tellsOfIt(call);
  }

  /** A payment names its hold; a release its hold and a cancellation its booking. */
  private boolean isNamedByIt(RecordedCall call, SmallHistory history) {
    String about = call.asked().subject();
    return switch (what) {
      case HOLD, TOP_UP -> false;
      case BOOKING ->
          call.kind() == CallKind.BOOK
              && history.sale().bookings().stream()
                  .anyMatch(row -> row.id().equals(id) && row.hold().toString().equals(about));
      case RELEASE -> call.kind() == CallKind.RELEASE && about.equals(id.toString());
      case CANCELLATION -> call.kind() == CallKind.CANCEL && about.equals(id.toString());
    };
  }

  private boolean isStoredUnderItsKey(RecordedCall call, SmallHistory history) {
    char letter =
        switch (what) {
          case HOLD -> 'h';
          case BOOKING -> 'b';
          case TOP_UP -> 't';
          case RELEASE, CANCELLATION -> '-';
        };
    for (OperationRow row : history.ledger().operations()) {
      if (row.answer() == letter
          && row.subject().equals(id)
          && Keys.operation(call).filter(row.id()::equals).isPresent()) {
        return isForTheSame(call, history);
      }
    }
    return false;
  }

  /** Without a key, only its words tell what it may have made. */
  boolean isUnsettledAndAlike(RecordedCall call, SmallHistory history) {
    if (!call.asked().key().isEmpty() || call.meaning() != Meaning.UNKNOWN) {
      return false;
    }
    return switch (what) {
      case HOLD -> isHolding(call.kind()) && isForTheSame(call, history);
      case BOOKING -> call.kind() == CallKind.BOOK_NOW && isForTheSame(call, history);
      case RELEASE, CANCELLATION, TOP_UP -> false;
    };
  }

  private boolean isForTheSame(RecordedCall call, SmallHistory history) {
    return switch (what) {
      case HOLD -> claimed(history).stream().anyMatch(row -> isFor(call, row));
      case BOOKING ->
          call.kind() == CallKind.BOOK
              ? isNamedByIt(call, history)
              : claimed(history).stream().anyMatch(row -> isFor(call, row));
      case TOP_UP ->
          history.ledger().transfers().stream()
              .filter(row -> row.id().equals(id))
              .anyMatch(
                  row -> row.amount() == call.asked().amount() && row.buyer().equals(call.buyer()));
      case RELEASE, CANCELLATION -> false;
    };
  }

  private static boolean isFor(RecordedCall call, SmallHistory.Claimed row) {
    return row.show() == call.asked().show()
        && row.buyer().equals(call.buyer())
        && (call.kind() == CallKind.BEST
            ? row.seats().size() == call.asked().amount()
            : same(row.seats(), call.asked().seats()));
  }

  private List<SmallHistory.Claimed> claimed(SmallHistory history) {
    List<SmallHistory.Claimed> found = new ArrayList<>();
    if (what == What.HOLD) {
      history.sale().holds().stream()
          .filter(row -> row.id().equals(id))
          .forEach(row -> found.add(row.claimed()));
    } else {
      history.sale().bookings().stream()
          .filter(row -> row.id().equals(id))
          .forEach(row -> found.add(row.claimed()));
    }
    return found;
  }

  static boolean isHolding(CallKind kind) {
    return kind == CallKind.HOLD || kind == CallKind.BEST;
  }

  static boolean isBooking(CallKind kind) {
    return kind == CallKind.BOOK || kind == CallKind.BOOK_NOW;
  }

  /** Compares them in whatever order, a seat that is there twice included. */
  static boolean same(List<Integer> one, List<Integer> other) {
    Set<Integer> set = new HashSet<>(one);
    return one.size() == other.size() && set.equals(new HashSet<>(other));
  }
}
