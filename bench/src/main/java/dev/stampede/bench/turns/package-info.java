/** Cases measured in turns, and what their rounds come to. */
@NullMarked
package dev.stampede.bench.turns;

import org.jspecify.annotations.NullMarked;
