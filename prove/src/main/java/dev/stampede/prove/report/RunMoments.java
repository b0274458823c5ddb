package dev.stampede.prove.report;

/**
 * The phases of a run, on the clock of its record.
 *
 * @param faultsMicros when the first fault could begin
 * @param healedMicros when all faults were repaired
 * @param loadEndedMicros when the clients stopped making new requests
 */
public record RunMoments(long faultsMicros, long healedMicros, long loadEndedMicros) {

  public RunMoments {
    if (faultsMicros > healedMicros || healedMicros > loadEndedMicros) {
      throw new IllegalArgumentException(
          "faults from %d µs, healed at %d µs, load until %d µs: these are not in order"
              .formatted(faultsMicros, healedMicros, loadEndedMicros));
    }
  }
}
