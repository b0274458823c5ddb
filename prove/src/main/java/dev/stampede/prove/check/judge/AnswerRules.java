package dev.stampede.prove.check.judge;

import dev.stampede.prove.check.judge.SmallHistory.BookingRow;
import dev.stampede.prove.check.judge.SmallHistory.HoldRow;
import dev.stampede.prove.check.judge.SmallHistory.OperationRow;
import dev.stampede.prove.check.judge.SmallHistory.TransferRow;
import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The promises that answers make, by comparing each answer with the rows and with each other. */
final class AnswerRules {

  /** Refusals that a request cannot get after it was granted. */
  private static final Set<Integer> DECIDED = Set.of(402, 403, 404, 409, 410, 422);

  private static final int CREATED = 201;

  private final SmallHistory history;

  AnswerRules(SmallHistory history) {
    this.history = history;
  }

  static boolean isGivenWhatItAskedFor(RecordedCall call) {
    if (call.meaning() != Meaning.DONE) {
      return true;
    }
    List<Integer> got = call.answered().seats();
    return switch (call.kind()) {
      case HOLD, BOOK_NOW -> Effect.same(call.asked().seats(), got);
      case BEST -> got.size() == call.asked().amount();
      default -> true;
    };
  }

  boolean isNothingLost() {
    return history.calls().stream()
        .filter(call -> call.meaning() == Meaning.DONE)
        .allMatch(this::isThere);
  }

  private boolean isThere(RecordedCall call) {
    String about = call.asked().subject();
    return switch (call.kind()) {
      case HOLD, BEST ->
          anyHold(call.answered().subject())
              .filter(row -> row.claimed().show() == call.asked().show())
              .filter(row -> isAsAnswered(row.claimed(), call))
              .isPresent();
      case BOOK, BOOK_NOW ->
          anyBooking(call.answered().subject())
              .filter(row -> isAsAnswered(row.claimed(), call))
              .filter(row -> call.kind() != CallKind.BOOK || row.hold().toString().equals(about))
              .filter(
                  row -> !call.answered().states().equals("cancelled") || row.cancelledAt() != null)
              .isPresent();
      case CANCEL -> anyBooking(about).filter(row -> row.cancelledAt() != null).isPresent();
      case RELEASE -> anyHold(about).filter(row -> row.state() == 'r').isPresent();
      case TOP_UP ->
          transfer(call.answered().subject())
              .filter(row -> row.kind() == 't' && row.amount() == call.asked().amount())
              .filter(row -> row.buyer().equals(call.buyer()))
              .isPresent();
      default -> true;
    };
  }

  private static boolean isAsAnswered(SmallHistory.Claimed row, RecordedCall call) {
    return row.buyer().equals(call.buyer())
        && row.total() == call.answered().total()
        && Effect.same(row.seats(), call.answered().seats());
  }

  private Optional<HoldRow> anyHold(String id) {
    return history.sale().holds().stream()
        .filter(row -> row.id().toString().equals(id))
        .findFirst();
  }

  private Optional<BookingRow> anyBooking(String id) {
    return history.sale().bookings().stream()
        .filter(row -> row.id().toString().equals(id))
        .findFirst();
  }

  private Optional<TransferRow> transfer(String id) {
    return history.ledger().transfers().stream()
        .filter(row -> row.id().toString().equals(id))
        .findFirst();
  }

  /** Calls without a key and without an answer made no more than there were of them. */
  boolean isAllAskedFor() {
    Map<List<Object>, Set<Effect>> loose = new HashMap<>();
    Map<List<Object>, Set<Long>> askers = new HashMap<>();
    for (Effect effect : Effect.of(history)) {
      if (effect.began(history).isEmpty()) {
        return false;
      }
      List<RecordedCall> calls =
          history.calls().stream().filter(call -> effect.mayHaveAskedFor(call, history)).toList();
      if (effect.ended(history).isEmpty()
          && calls.stream().allMatch(call -> effect.isUnsettledAndAlike(call, history))) {
        List<Object> alike = alike(effect);
        loose.computeIfAbsent(alike, _ -> new HashSet<>()).add(effect);
        calls.forEach(call -> askers.computeIfAbsent(alike, _ -> new HashSet<>()).add(call.id()));
      }
    }
    if (!history.sale().events().stream().allMatch(this::isSaleOfABooking)) {
      return false;
    }
    return loose.entrySet().stream()
        .allMatch(
            group ->
                group.getValue().size() <= askers.getOrDefault(group.getKey(), Set.of()).size());
  }

  private boolean isSaleOfABooking(SmallHistory.SeatEvent event) {
    return event.change().type() != 's'
        || history.sale().bookings().stream()
            .anyMatch(row -> row.id().equals(event.owner().booking()));
  }

  private List<Object> alike(Effect effect) {
    SmallHistory.Claimed row =
        effect.what() == Effect.What.HOLD
            ? anyHold(effect.id().toString()).orElseThrow().claimed()
            : anyBooking(effect.id().toString()).orElseThrow().claimed();
    return List.of(effect.what(), row.buyer(), row.show(), row.seats());
  }

  boolean hasOneEffectForEachKey() {
    Set<String> ids = new HashSet<>();
    for (OperationRow row : history.ledger().operations()) {
      if (!ids.add(row.id())) {
        return false;
      }
    }
    for (RecordedCall one : history.calls()) {
      Optional<String> operation = Keys.operation(one);
      if (operation.isEmpty()) {
        continue;
      }
      List<RecordedCall> others =
          history.calls().stream()
              .filter(call -> call.id() != one.id() && Keys.operation(call).equals(operation))
              .toList();
      if (isGranted(one) && !others.stream().allMatch(other -> agrees(one, other))) {
        return false;
      }
      if (one.answered().problem().equals("idempotency-mismatch")
          && others.stream().allMatch(other -> Keys.haveSameBody(one, other))) {
        return false;
      }
      if (isGranted(one)
          && one.answered().status() == CREATED
          && !isStored(one, operation.orElseThrow())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isGranted(RecordedCall call) {
    return call.meaning() == Meaning.DONE
        && call.kind() != CallKind.CANCEL
        && !call.answered().subject().isEmpty()
        && (call.answered().status() == CREATED || call.answered().replayed());
  }

  /** Says if the answer to another call with the key of a granted one is right beside it. */
  private static boolean agrees(RecordedCall granted, RecordedCall other) {
    Answered answer = other.answered();
    if (answer.status() != CREATED
        && !answer.replayed()
        && other.invokedMicros() <= granted.completedMicros()) {
      return true;
    }
    boolean isSame = Keys.haveSameBody(granted, other);
    return switch (other.meaning()) {
      case DONE ->
          isSame
              && answer.subject().equals(granted.answered().subject())
              && (!answer.replayed() || hasTheSameWords(granted.answered(), answer));
      case NOT_DONE -> !(isSame && DECIDED.contains(answer.status()));
      case UNKNOWN -> true;
    };
  }

  private static boolean hasTheSameWords(Answered one, Answered other) {
    return Effect.same(one.seats(), other.seats())
        && one.states().equals(other.states())
        && one.total() == other.total()
        && one.balance() == other.balance();
  }

  private boolean isStored(RecordedCall call, String operation) {
    List<OperationRow> rows =
        history.ledger().operations().stream().filter(row -> row.id().equals(operation)).toList();
    return !rows.isEmpty()
        && rows.stream()
            .allMatch(row -> row.subject().toString().equals(call.answered().subject()));
  }

  boolean areBalancesRight() {
    return history.calls().stream()
            .filter(call -> call.meaning() == Meaning.DONE && call.answered().balance() >= 0)
            .allMatch(this::isBalanceRight)
        && history.sale().bookings().stream().allMatch(this::areBalancesOfRowRight);
  }

  private boolean isBalanceRight(RecordedCall call) {
    boolean isRefund =
        call.kind() == CallKind.CANCEL || call.answered().states().equals("cancelled");
    long balance = call.answered().balance();
    return switch (call.kind()) {
      case BOOK, BOOK_NOW, CANCEL -> {
        String id =
            call.kind() == CallKind.CANCEL ? call.asked().subject() : call.answered().subject();
        yield anyBooking(id).isEmpty()
            || hadAfter(anyBooking(id).orElseThrow(), isRefund ? 'r' : 'p', balance);
      }
      case TOP_UP ->
          transfer(call.answered().subject()).stream().allMatch(row -> left(row, balance));
      default -> true;
    };
  }

  private boolean areBalancesOfRowRight(BookingRow booking) {
    Long refunded = booking.balances().refunded();
    return hadAfter(booking, 'p', booking.balances().paid())
        && (refunded == null || hadAfter(booking, 'r', refunded));
  }

  private boolean hadAfter(BookingRow booking, char kind, long balance) {
    List<TransferRow> moved =
        history.ledger().transfers().stream()
            .filter(row -> row.kind() == kind && Objects.equals(row.booking(), booking.id()))
            .toList();
    return !moved.isEmpty() && moved.stream().allMatch(row -> left(row, balance));
  }

  private boolean left(TransferRow transfer, long balance) {
    List<Long> balances =
        history.ledger().entries().stream()
            .filter(row -> row.account() == 'w' && row.transfer().equals(transfer.id()))
            .map(row -> row.line().balance())
            .toList();
    return !balances.isEmpty() && balances.stream().allMatch(each -> each == balance);
  }
}
