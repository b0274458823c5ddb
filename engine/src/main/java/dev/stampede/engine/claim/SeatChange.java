package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.Optional;

/**
 * News of a committed change: what the seat is now, as of its version. Older news of the same seat
 * must never undo newer.
 */
public record SeatChange(
    ShowId show,
    int seat,
    int version,
    SeatState state,
    Optional<SeatRow.Owner> owner,
    Instant at) {}
