package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import java.util.Optional;

/** A request that moves seats. */
public sealed interface Claim {

  ShowId show();

  Buyer buyer();

  /** Present where the caller gave an idempotency key. */
  Optional<Operation> operation();

  /** Hold these seats under this new id. */
  record Hold(ShowId show, Buyer buyer, Optional<Operation> operation, HoldId id, Wanted wanted)
      implements Claim {}

  /** Give a hold back. */
  record Release(ShowId show, Buyer buyer, Optional<Operation> operation, HoldId id)
      implements Claim {}
}
