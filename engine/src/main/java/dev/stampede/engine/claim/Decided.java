package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import java.util.List;

/**
 * What a group comes to: a decision for each claim in order, and what is to be written for all of
 * them together, folded: one final row for each seat however often it changed.
 */
public record Decided(List<Decision<ClaimOutcome>> decisions, Writes writes) {

  public Decided {
    decisions = List.copyOf(decisions);
  }

  /** Written as arrays, one statement for each list. */
  public record Writes(
      List<SeatWrite> seats,
      List<Locked.HoldRow> newHolds,
      List<HoldId> releasedHolds,
      List<SeatEvent> events,
      List<OperationWrite> operations) {

    public Writes {
      seats = List.copyOf(seats);
      newHolds = List.copyOf(newHolds);
      releasedHolds = List.copyOf(releasedHolds);
      events = List.copyOf(events);
      operations = List.copyOf(operations);
    }

    public boolean isEmpty() {
      return seats.isEmpty()
          && newHolds.isEmpty()
          && releasedHolds.isEmpty()
          && events.isEmpty()
          && operations.isEmpty();
    }
  }

  /** A seat's final row; its version has grown by one for each of its events. */
  public record SeatWrite(ShowId show, SeatRow row) {}

  /** A success stored under its operation's id. */
  public record OperationWrite(Operation operation, HoldId hold) {}
}
