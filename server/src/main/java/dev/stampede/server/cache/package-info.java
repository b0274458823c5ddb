/** A cache in memory for values that are read often and change rarely. */
@NullMarked
package dev.stampede.server.cache;

import org.jspecify.annotations.NullMarked;
