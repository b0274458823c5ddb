package dev.stampede.lab.contest;

import dev.stampede.lab.way.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What became of one buyer.
 *
 * @param seats what they were told is theirs
 * @param failure why not; empty for who got something, and for who had no answer yet when the run
 *     was stopped
 */
public record Story(
    String label,
    Order order,
    List<Integer> seats,
    Optional<Failure> failure,
    int attempts,
    Times times) {

  /**
   * When, relative to the others.
   *
   * @param arrival who came how many-th; with a queue, the place in it
   * @param served who was answered how many-th
   */
  public record Order(long arrival, int served) {}

  /**
   * How long.
   *
   * @param took from setting out to the answer
   * @param told from the beginning of the run to the answer
   */
  public record Times(Duration took, Duration told) {}

  public Story {
    seats = List.copyOf(seats);
  }

  public boolean isSold() {
    return !seats.isEmpty();
  }

  public double millis() {
    return times.took().toNanos() / 1e6;
  }

  public int retries() {
    return Math.max(0, attempts - 1);
  }
}
