package dev.stampede.redis.gate;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.RequestBatcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A request at the gate.
 *
 * @param untilNanos when its caller stops waiting to be asked for
 * @param taken those of its seats that are another buyer's, once Redis has said so
 */
public record EnterRequest(
    ShowId show,
    List<Integer> seats,
    Buyer buyer,
    HoldId hold,
    long untilNanos,
    CompletableFuture<List<Integer>> taken)
    implements RequestBatcher.Request {

  @Override
  public CompletableFuture<?> answer() {
    return taken;
  }

  public static EnterRequest of(
      ShowId show, List<Integer> seats, Buyer buyer, HoldId hold, Duration patience) {
    return new EnterRequest(
        show,
        seats,
        buyer,
        hold,
        System.nanoTime() + patience.toNanos(),
        new CompletableFuture<>());
  }

  @Override
  public boolean isTooLate() {
    return System.nanoTime() - untilNanos >= 0;
  }
}
