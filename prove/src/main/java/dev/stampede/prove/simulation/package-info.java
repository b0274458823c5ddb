/**
 * Runs the parts of the product that race most in many orders, each of which a seed repeats
 * exactly.
 */
@NullMarked
package dev.stampede.prove.simulation;

import org.jspecify.annotations.NullMarked;
