/** Tickets of players, and the two ports through which they are kept and shared out. */
@NullMarked
package dev.stampede.matchmaking.ticket;

import org.jspecify.annotations.NullMarked;
