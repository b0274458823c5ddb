/** The cost of a server that nobody uses. */
@NullMarked
package dev.stampede.bench.idle;

import org.jspecify.annotations.NullMarked;
