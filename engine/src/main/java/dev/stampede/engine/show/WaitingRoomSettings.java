package dev.stampede.engine.show;

import java.time.Duration;

/** The settings by which a show's waiting room lets buyers in, once it has one. */
public record WaitingRoomSettings(
    boolean enabled, int admitPerSecond, int maxActive, Duration passFor, boolean shuffleEarly) {

  public static final int MAX_ADMIT_PER_SECOND = 10_000;
  public static final int MAX_ACTIVE = 1_000_000;
  public static final Duration MIN_PASS = Duration.ofSeconds(10);
  public static final Duration MAX_PASS = Duration.ofDays(1);

  /** The settings of a waiting room for which the operator set nothing else. */
  public static final WaitingRoomSettings DEFAULT =
      new WaitingRoomSettings(true, 100, 1_000, Duration.ofMinutes(5), false);

  public WaitingRoomSettings {
    if (admitPerSecond < 0 || admitPerSecond > MAX_ADMIT_PER_SECOND) {
      throw new IllegalArgumentException(
          "admitPerSecond is %d; set 0..%d".formatted(admitPerSecond, MAX_ADMIT_PER_SECOND));
    }
    if (maxActive < 1 || maxActive > MAX_ACTIVE) {
      throw new IllegalArgumentException(
          "maxActive is %d; set 1..%d".formatted(maxActive, MAX_ACTIVE));
    }
    if (passFor.compareTo(MIN_PASS) < 0 || passFor.compareTo(MAX_PASS) > 0) {
      throw new IllegalArgumentException(
          "passSeconds is %d; set %d..%d"
              .formatted(passFor.toSeconds(), MIN_PASS.toSeconds(), MAX_PASS.toSeconds()));
    }
  }
}
