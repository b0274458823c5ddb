package dev.stampede.engine.waitingroom.draw;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;

/**
 * What may be known of a draw by everybody, apart from the leaves. The secret is in it only once
 * the order is fixed.
 */
public sealed interface DrawProof {

  /** Names the formulas in docs/fair-queue.md; others would get another name. */
  String ALGORITHM = "stampede-draw-1";

  ShowId show();

  /** Published from the beginning, and never changed. */
  Hash commitment();

  /** Not drawn yet. */
  record Gathering(ShowId show, Hash commitment) implements DrawProof {}

  /** Drawn: all that is needed to compute the order from the leaves. */
  record Published(
      ShowId show, Hash commitment, DrawSecret secret, Hash root, int leaves, Instant drawnAt)
      implements DrawProof {

    public Published {
      if (leaves < 0 || leaves > EarlyArrivals.MAX) {
        throw new IllegalArgumentException(
            "a proof has %d leaves; it has 0..%d".formatted(leaves, EarlyArrivals.MAX));
      }
    }
  }
}
