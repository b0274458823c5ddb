package dev.stampede.engine.claim;

import java.util.Optional;
import java.util.UUID;

/** A hold's id. */
public record HoldId(UUID value) {

  public static HoldId fresh(long unixMillis) {
    return new HoldId(TimedUuid.fresh(unixMillis));
  }

  /** Parses an id; empty for text that is no id of a hold. */
  public static Optional<HoldId> parse(String text) {
    return TimedUuid.parse(text).map(HoldId::new);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
