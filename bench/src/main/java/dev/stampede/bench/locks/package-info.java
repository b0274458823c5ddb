/** Locks in Redis, ours and Redisson's: how many, how soon handed on, at how many commands. */
@NullMarked
package dev.stampede.bench.locks;

import org.jspecify.annotations.NullMarked;
