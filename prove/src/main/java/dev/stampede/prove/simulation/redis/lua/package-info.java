/**
 * As much of Lua as the product's scripts use, so that a simulated Redis runs the scripts
 * themselves.
 */
@NullMarked
package dev.stampede.prove.simulation.redis.lua;

import org.jspecify.annotations.NullMarked;
