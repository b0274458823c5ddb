package dev.stampede.redis.line;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Line.Answered;
import dev.stampede.redis.RequestBatcher;
import java.util.concurrent.CompletableFuture;

/**
 * A buyer who asks the line.
 *
 * @param joins whether to be given a place
 * @param putBackTo a number that is theirs; 0 for none
 * @param sinceNanos when they asked
 */
record JoinRequest(
    ShowId show,
    Buyer buyer,
    boolean joins,
    long putBackTo,
    long sinceNanos,
    CompletableFuture<Answered> answer)
    implements RequestBatcher.Request {

  JoinRequest(ShowId show, Buyer buyer, boolean joins, long putBackTo) {
    this(show, buyer, joins, putBackTo, System.nanoTime(), new CompletableFuture<>());
  }

  @Override
  public boolean isTooLate() {
    return System.nanoTime() - sinceNanos > LineScript.PATIENCE.toNanos();
  }
}
