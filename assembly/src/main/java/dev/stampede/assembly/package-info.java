/** The claim path, put together once: the server, the benchmarks and the lab start this one. */
@NullMarked
package dev.stampede.assembly;

import org.jspecify.annotations.NullMarked;
