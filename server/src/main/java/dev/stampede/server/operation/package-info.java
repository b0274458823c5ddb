/**
 * Bookings that are answered later: accepted into the broker, asked for and watched by a receipt.
 */
@NullMarked
package dev.stampede.server.operation;

import org.jspecify.annotations.NullMarked;
