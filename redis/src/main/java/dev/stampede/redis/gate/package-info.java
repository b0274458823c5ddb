/** The gate: while one claim for a seat is decided, refuses the claims of other buyers for it. */
@NullMarked
package dev.stampede.redis.gate;

import org.jspecify.annotations.NullMarked;
