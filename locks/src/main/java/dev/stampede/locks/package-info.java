/** Locks in Redis: waited for in one line per process, handed on inside it, lost out loud. */
@NullMarked
package dev.stampede.locks;

import org.jspecify.annotations.NullMarked;
