/** Booking requests that a broker puts in order: accepted, queued, decided in turn, answered. */
@NullMarked
package dev.stampede.engine.requests;

import org.jspecify.annotations.NullMarked;
