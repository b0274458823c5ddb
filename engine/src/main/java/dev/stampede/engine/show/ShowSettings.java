package dev.stampede.engine.show;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/** The settings of a show that an operator may change, some of them while the sale runs. */
public record ShowSettings(
    Instant saleOpensAt,
    ShowTerms.SaleSwitch saleSwitch,
    int maxSeatsPerHold,
    OptionalInt maxSeatsPerBuyer,
    Duration holdFor,
    Optional<WaitingRoomSettings> waitingRoom) {

  public static final int DEFAULT_SEATS_PER_HOLD = 8;
  public static final int MAX_SEATS_PER_HOLD = 50;
  public static final int MAX_SEATS_PER_BUYER = 1_000;
  public static final Duration DEFAULT_HOLD = Duration.ofMinutes(5);
  public static final Duration MIN_HOLD = Duration.ofSeconds(1);
  public static final Duration MAX_HOLD = Duration.ofDays(1);

  public ShowSettings {
    require(
        maxSeatsPerHold >= 1 && maxSeatsPerHold <= MAX_SEATS_PER_HOLD,
        "maxSeatsPerHold is %d; set 1..%d (default %d)"
            .formatted(maxSeatsPerHold, MAX_SEATS_PER_HOLD, DEFAULT_SEATS_PER_HOLD));
    if (maxSeatsPerBuyer.isPresent()) {
      int limit = maxSeatsPerBuyer.getAsInt();
      require(
          limit >= 1 && limit <= MAX_SEATS_PER_BUYER,
          "maxSeatsPerBuyer is %d; set 1..%d".formatted(limit, MAX_SEATS_PER_BUYER));
    }
    require(
        holdFor.compareTo(MIN_HOLD) >= 0 && holdFor.compareTo(MAX_HOLD) <= 0,
        "holdSeconds is %d; set %d..%d (default %d)"
            .formatted(
                holdFor.toSeconds(),
                MIN_HOLD.toSeconds(),
                MAX_HOLD.toSeconds(),
                DEFAULT_HOLD.toSeconds()));
  }

  /** True if buyers claim seats with a pass: there is a waiting room, and it is on. */
  public boolean needsPass() {
    return waitingRoom.filter(WaitingRoomSettings::enabled).isPresent();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
