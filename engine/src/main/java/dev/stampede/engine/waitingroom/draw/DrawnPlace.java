package dev.stampede.engine.waitingroom.draw;

import dev.stampede.engine.claim.Buyer;

/**
 * Who drew a place.
 *
 * @param place counted from 1
 * @param arrival the number they were given when they joined
 */
public record DrawnPlace(int place, long arrival, Buyer buyer, Hash leaf) {}
