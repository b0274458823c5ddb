/** The gate: refuses seats that are taken before a claim reaches PostgreSQL. */
@NullMarked
package dev.stampede.redis.gate;

import org.jspecify.annotations.NullMarked;
