package dev.stampede.bench.engine;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatGate;
import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.Optional;

/** Nobody at the gate: what claims cost when Redis is left out. */
enum NoGate implements SeatGate {
  HERE;

  @Override
  public Verdict enter(
      ShowId show, List<Integer> seats, Buyer buyer, HoldId hold, Optional<Operation> operation) {
    return new Verdict.Skipped();
  }

  @Override
  public void leave(ShowId show, List<Integer> seats, HoldId hold) {
    // Nothing was taken.
  }
}
