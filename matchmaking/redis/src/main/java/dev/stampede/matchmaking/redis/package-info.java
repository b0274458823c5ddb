/** Tickets in Redis: the store that players write to and backends lease from. */
@NullMarked
package dev.stampede.matchmaking.redis;

import org.jspecify.annotations.NullMarked;
