/**
 * The parts of the product that are simulated, each with its stores, its troubles and its promises.
 */
@NullMarked
package dev.stampede.prove.simulation.scenario;

import org.jspecify.annotations.NullMarked;
