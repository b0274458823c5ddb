/** Bookings over HTTP: paying for seats, looking at what one has, giving it back. */
@NullMarked
package dev.stampede.server.booking;

import org.jspecify.annotations.NullMarked;
