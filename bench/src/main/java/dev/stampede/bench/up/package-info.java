/** How long the whole house takes to come up, and what it weighs when idle. */
@NullMarked
package dev.stampede.bench.up;

import org.jspecify.annotations.NullMarked;
