package dev.stampede.engine.waitingroom.draw;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;

/**
 * The public part of a draw, apart from the leaves. It contains the secret only once the order is
 * fixed.
 */
public sealed interface DrawProof {

  /** The name of the formulas in docs/fair-queue.md; other formulas would get another name. */
  String ALGORITHM = "stampede-draw-1";

  ShowId show();

  /** Published from the beginning, and never changed. */
  Hash commitment();

  /** Not drawn yet. */
  record Gathering(ShowId show, Hash commitment) implements DrawProof {}

  /** Drawn: everything a client needs to compute the order from the leaves. */
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
