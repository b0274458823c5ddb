/** The plan of a run: its way, the number of buyers and of seats, and its settings. */
@NullMarked
package dev.stampede.lab.plan;

import org.jspecify.annotations.NullMarked;
