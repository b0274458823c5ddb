/** Tickets: who wants to play, and the two ports through which they are kept and shared out. */
@NullMarked
package dev.stampede.matching.ticket;

import org.jspecify.annotations.NullMarked;
