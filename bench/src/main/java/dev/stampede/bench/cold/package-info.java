/** The sales of a server in the first seconds after it says that it is ready. */
@NullMarked
package dev.stampede.bench.cold;

import org.jspecify.annotations.NullMarked;
