package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Claim;
import java.util.List;

/**
 * Hears of every claim once it has its outcome: metrics, statistics and logs are observers. Called
 * by the claims' own threads, many at once: be quick, do not throw.
 */
@FunctionalInterface
public interface ClaimObserver {

  ClaimObserver NONE = (claim, passage) -> {};

  void decided(Claim claim, ClaimPassage passage);

  /** Tells each of several observers, in this order. */
  static ClaimObserver of(ClaimObserver... observers) {
    List<ClaimObserver> all = List.of(observers);
    return (claim, passage) -> {
      for (ClaimObserver each : all) {
        each.decided(claim, passage);
      }
    };
  }
}
