/** A Redis in memory that runs the product's scripts, and Lettuce's connections to it. */
@NullMarked
package dev.stampede.prove.simulation.redis;

import org.jspecify.annotations.NullMarked;
