package dev.stampede.redis;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Line.Answered;
import java.util.concurrent.CompletableFuture;

/**
 * A buyer who asks the line.
 *
 * @param joins whether to be given a place
 * @param putBackTo a number that is theirs; 0 for none
 */
record Joining(
    ShowId show, Buyer buyer, boolean joins, long putBackTo, CompletableFuture<Answered> answer)
    implements AskedTogether.Request {}
