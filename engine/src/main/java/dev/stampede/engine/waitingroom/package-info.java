/** The waiting room: the line in front of a sale, how people are let in, and what lets them in. */
@NullMarked
package dev.stampede.engine.waitingroom;

import org.jspecify.annotations.NullMarked;
