/** The waiting room's lines in Redis. */
@NullMarked
package dev.stampede.redis.line;

import org.jspecify.annotations.NullMarked;
