/**
 * The draw: everybody who is in line when the sale opens gets a random place, in a way that anybody
 * can check afterwards. docs/fair-queue.md has the rule and its formulas.
 */
@NullMarked
package dev.stampede.engine.waitingroom.draw;

import org.jspecify.annotations.NullMarked;
