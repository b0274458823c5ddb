package dev.stampede.engine.waitingroom.draw;

import dev.stampede.engine.claim.Buyer;

/**
 * A drawn place and its buyer.
 *
 * @param place counted from 1
 * @param arrival the number that the buyer received when they joined
 */
public record DrawnPlace(int place, long arrival, Buyer buyer, Hash leaf) {}
