package dev.stampede.lab.contest;

import dev.stampede.lab.strategy.ClaimFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The notes on one buyer on their way. One thread at a time writes them: the buyer's, or the one
 * that decides for it while it waits.
 */
final class BuyerNotes {

  private final String label;
  private long arrival;
  private long startNanos;
  private long runNanos;
  private volatile int attempts;
  private volatile @Nullable ClaimFailure gaveUp;
  private volatile @Nullable BuyerResult story;

  BuyerNotes(String label) {
    this.label = label;
  }

  void setOut(long order, long runStartNanos) {
    arrival = order;
    runNanos = runStartNanos;
    startNanos = System.nanoTime();
  }

  /** The queue's order counts more than who set out first. */
  void queued(long place) {
    arrival = place;
  }

  void attempt(int number) {
    attempts = number;
  }

  void gaveUp(ClaimFailure why) {
    gaveUp = why;
  }

  /** Why, if it has been said; else this. */
  ClaimFailure reasonOr(ClaimFailure otherwise) {
    ClaimFailure said = gaveUp;
    return said == null ? otherwise : said;
  }

  void ended(int served, List<Integer> seats, Optional<ClaimFailure> failure) {
    long now = System.nanoTime();
    story =
        new BuyerResult(
            label,
            new BuyerResult.Order(arrival, served),
            seats,
            failure,
            attempts,
            new BuyerResult.Times(
                Duration.ofNanos(now - startNanos), Duration.ofNanos(now - runNanos)));
  }

  /** Empty while it goes on. */
  Optional<BuyerResult> story() {
    return Optional.ofNullable(story);
  }
}
