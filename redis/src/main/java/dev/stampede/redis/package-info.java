/** Redis, which refuses early, keeps order and carries news, and never decides what is sold. */
@NullMarked
package dev.stampede.redis;

import org.jspecify.annotations.NullMarked;
