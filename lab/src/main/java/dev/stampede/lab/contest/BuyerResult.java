package dev.stampede.lab.contest;

import dev.stampede.lab.strategy.ClaimFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of one buyer.
 *
 * @param seats the seats that they were told are theirs
 * @param failure the reason for getting none; empty for buyers who got something, and for those who
 *     had no answer yet when the run was stopped
 */
public record BuyerResult(
    String label,
    Order order,
    List<Integer> seats,
    Optional<ClaimFailure> failure,
    int attempts,
    Times times) {

  /**
   * The buyer's rank among the others.
   *
   * @param arrival the rank by arrival; with a queue, the place in it
   * @param served the rank by answer
   */
  public record Order(long arrival, int served) {}

  /**
   * The buyer's times.
   *
   * @param took from setting out to the answer
   * @param told from the beginning of the run to the answer
   */
  public record Times(Duration took, Duration told) {}

  public BuyerResult {
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
