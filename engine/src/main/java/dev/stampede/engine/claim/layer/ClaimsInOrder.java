package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.ClaimOutcome;
import java.util.List;
import java.util.Optional;

/**
 * A way to claim for requests that came by the broker: those of one partition are decided in their
 * order, and once one is not decided, none behind it is.
 */
public interface ClaimsInOrder {

  /** Blocks until as many of them, from the first on, are decided and durable as can be. */
  Progress claimInOrder(int partition, List<BookingRequest> requests);

  /**
   * The requests that were decided, and the obstacle that stopped the rest.
   *
   * @param outcomes of the requests that were decided, from the first on
   * @param obstacle what the next one met; empty when there is no next one
   */
  record Progress(List<ClaimOutcome> outcomes, Optional<Obstacle> obstacle) {
    public Progress {
      outcomes = List.copyOf(outcomes);
    }
  }

  /** The reason why a request was not decided. */
  sealed interface Obstacle {

    /** Not its own fault; it may be decided later. A repeat tells if anything was written. */
    record NotNow(String why) implements Obstacle {}

    /** A row that it needs stayed locked through every try; nothing was written. */
    record Busy() implements Obstacle {}

    /** It broke on being decided; nothing was written. */
    record Broke(Throwable cause) implements Obstacle {}
  }
}
