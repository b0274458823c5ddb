/** Reads a buyer's holds, bookings, refunds and wallet. */
@NullMarked
package dev.stampede.postgres.booking;

import org.jspecify.annotations.NullMarked;
