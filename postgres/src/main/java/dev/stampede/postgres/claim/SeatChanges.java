package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.decision.GroupResult;
import java.time.Instant;
import java.util.List;

/** The news of what a transaction wrote. */
final class SeatChanges {

  private SeatChanges() {}

  static List<SeatChange> of(GroupResult.Writes writes, Instant at) {
    return writes.seats().stream()
        .map(
            write ->
                new SeatChange(
                    write.show(),
                    write.row().seat(),
                    write.row().version(),
                    write.row().state(),
                    write.row().owner(),
                    at))
        .toList();
  }
}
