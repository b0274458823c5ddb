/** The cost of waiting rooms: joins, polls, memory, and how long Redis is kept busy. */
@NullMarked
package dev.stampede.bench.waitingroom;

import org.jspecify.annotations.NullMarked;
