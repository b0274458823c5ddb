/** The cost of telling others, and how soon they hear. */
@NullMarked
package dev.stampede.bench.events;

import org.jspecify.annotations.NullMarked;
