/** The time that {@code up} takes to start everything, and its memory when idle. */
@NullMarked
package dev.stampede.bench.up;

import org.jspecify.annotations.NullMarked;
