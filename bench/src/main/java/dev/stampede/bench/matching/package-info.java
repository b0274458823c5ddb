/** Tickets matched a second: ours, the way of one global lock, and what watchers cost. */
@NullMarked
package dev.stampede.bench.matching;

import org.jspecify.annotations.NullMarked;
