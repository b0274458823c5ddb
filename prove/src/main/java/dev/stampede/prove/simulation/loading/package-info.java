/** Loads the product's classes once more, with the simulation's threads, locks and time in them. */
@NullMarked
package dev.stampede.prove.simulation.loading;

import org.jspecify.annotations.NullMarked;
