/**
 * The JDK's threads, locks, timers and random numbers as simulated code sees them. The classes here
 * have the names and signatures of those that they stand in for, as far as the product uses them;
 * {@code SimulatedClasses} puts them in place.
 */
@NullMarked
package dev.stampede.prove.simulation.standin;

import org.jspecify.annotations.NullMarked;
