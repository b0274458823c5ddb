/** The waiting room: the line in front of a sale, the admission of buyers, and their passes. */
@NullMarked
package dev.stampede.engine.waitingroom;

import org.jspecify.annotations.NullMarked;
