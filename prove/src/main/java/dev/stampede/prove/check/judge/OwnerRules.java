package dev.stampede.prove.check.judge;

import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The promise that no two owners have a seat at once, by comparing all answers with each other. */
final class OwnerRules {

  private static final Set<CallKind> ENDINGS =
      Set.of(CallKind.RELEASE, CallKind.CANCEL, CallKind.BOOK);

  private final SmallHistory history;

  OwnerRules(SmallHistory history) {
    this.history = history;
  }

  /** The time in which an owner has seats for certain. */
  private record Ownership(String owner, long show, List<Integer> seats, long since, long until) {

    boolean contradicts(Ownership other) {
      return show == other.show
          && show != 0
          && !owner.equals(other.owner)
          && !Collections.disjoint(seats, other.seats)
          && isSometime()
          && other.isSometime()
          && since < other.until
          && other.since < until;
    }

    private boolean isSometime() {
      return since < until;
    }
  }

  boolean isOneOwnerAtATime() {
    List<Ownership> all = new ArrayList<>();
    for (RecordedCall call : history.calls()) {
      if (call.meaning() == Meaning.DONE && !call.answered().subject().isEmpty()) {
        add(call, all);
      }
    }
    return all.stream().noneMatch(one -> all.stream().anyMatch(one::contradicts));
  }

  private void add(RecordedCall call, List<Ownership> all) {
    String id = call.answered().subject();
    String hold = call.asked().subject();
    boolean isNew = call.answered().status() == 201 && !call.answered().replayed();
    if (Effect.isHolding(call.kind()) && isNew) {
      long lasts =
          history.sale().shows().stream()
              .filter(row -> row.id() == call.asked().show())
              .findFirst()
              .orElseThrow()
              .holdMicros();
      all.add(ownership(call, id, Math.min(ended(id), call.invokedMicros() + lasts)));
    } else if (Effect.isBooking(call.kind()) && !call.answered().states().equals("cancelled")) {
      all.add(ownership(call, hold.isEmpty() ? ownHold(id).orElse(id) : hold, ended(id)));
    }
  }

  /** Seats that are asked for in one step and held by the buyer already: that hold is paid. */
  private Optional<String> ownHold(String booking) {
    return history.sale().bookings().stream()
        .filter(row -> row.id().toString().equals(booking))
        .map(row -> row.hold())
        .filter(id -> history.sale().holds().stream().anyMatch(hold -> hold.id().equals(id)))
        .map(UUID::toString)
        .findFirst();
  }

  private Ownership ownership(RecordedCall call, String owner, long until) {
    return new Ownership(owner, show(call), call.answered().seats(), call.completedMicros(), until);
  }

  /** A payment names a hold, and no show. */
  private long show(RecordedCall call) {
    return history.sale().bookings().stream()
        .filter(row -> row.id().toString().equals(call.answered().subject()))
        .findFirst()
        .map(row -> row.claimed().show())
        .or(() -> showOfHold(call.asked().subject()))
        .orElse(call.asked().show());
  }

  private Optional<Long> showOfHold(String id) {
    return history.sale().holds().stream()
        .filter(row -> row.id().toString().equals(id))
        .findFirst()
        .map(row -> row.claimed().show());
  }

  /** When somebody first asked to end what has this id. */
  private long ended(String id) {
    return history.calls().stream()
        .filter(call -> ENDINGS.contains(call.kind()) && call.meaning() != Meaning.NOT_DONE)
        .filter(call -> call.asked().subject().equals(id))
        .mapToLong(RecordedCall::invokedMicros)
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
