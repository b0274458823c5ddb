package dev.stampede.bench.engine;

import dev.stampede.engine.claim.Claim;
import org.jspecify.annotations.Nullable;

/** Claims that are handed out to many threads, each to one. */
@FunctionalInterface
public interface ClaimSupply {

  /** The next one; null when there are no more. */
  @Nullable Claim next();
}
