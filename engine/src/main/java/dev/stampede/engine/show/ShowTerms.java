package dev.stampede.engine.show;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * The rules of a sale as a claim is judged by them.
 *
 * @param saleOpensAt from when on seats may be claimed
 * @param startsAt until when bookings may be cancelled
 * @param needsPass whether seats are claimed with a pass: the waiting room is on
 */
public record ShowTerms(
    ShowId id,
    Instant saleOpensAt,
    SaleSwitch saleSwitch,
    int maxSeatsPerHold,
    OptionalInt maxSeatsPerBuyer,
    Duration holdFor,
    Instant startsAt,
    boolean needsPass) {

  /** The operator's switch that lets claims through or stops them. */
  public enum SaleSwitch {
    OPEN,
    PAUSED,
    CLOSED
  }
}
