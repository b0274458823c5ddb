/** What a server costs that nobody uses. */
@NullMarked
package dev.stampede.bench.idle;

import org.jspecify.annotations.NullMarked;
