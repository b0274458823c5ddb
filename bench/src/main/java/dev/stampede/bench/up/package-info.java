/** The time that the whole house takes to come up, and its memory when idle. */
@NullMarked
package dev.stampede.bench.up;

import org.jspecify.annotations.NullMarked;
