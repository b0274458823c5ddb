/** The parts that tell one history of the database from another that was undone. */
@NullMarked
package dev.stampede.engine.epoch;

import org.jspecify.annotations.NullMarked;
