/** Pools: which tickets may meet in a match, as Open Match's filters say it. */
@NullMarked
package dev.stampede.matchmaking.pool;

import org.jspecify.annotations.NullMarked;
