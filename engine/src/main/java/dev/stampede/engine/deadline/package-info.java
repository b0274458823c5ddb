/** Deadlines: the time until which an answer is of use to its caller. */
@NullMarked
package dev.stampede.engine.deadline;

import org.jspecify.annotations.NullMarked;
