/**
 * A world of its own for the product's code: one thread, a clock that jumps, a die that decides.
 */
@NullMarked
package dev.stampede.prove.simulation.world;

import org.jspecify.annotations.NullMarked;
