package dev.stampede.engine.show;

import java.time.Instant;

/**
 * One performance for sale.
 *
 * @param version counts changes of the settings; claims do not change it
 */
public record Show(
    ShowId id, String name, Instant startsAt, SeatMap map, ShowSettings settings, int version) {

  public ShowTerms terms() {
    return new ShowTerms(
        id,
        settings.saleOpensAt(),
        settings.saleSwitch(),
        settings.maxSeatsPerHold(),
        settings.maxSeatsPerBuyer(),
        settings.holdFor(),
        startsAt,
        settings.needsPass());
  }
}
