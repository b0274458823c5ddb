/** The throughput that is left of a server when more is asked of it than it can do. */
@NullMarked
package dev.stampede.bench.overload;

import org.jspecify.annotations.NullMarked;
