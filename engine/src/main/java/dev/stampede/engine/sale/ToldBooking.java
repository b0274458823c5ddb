package dev.stampede.engine.sale;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;

/**
 * A booking that others were told of, as far as it counts in the sale's statistics.
 *
 * @param epoch of the database, when it was written
 * @param at when it was confirmed or cancelled
 * @param confirmed false: it was cancelled
 */
public record ToldBooking(long epoch, ShowId show, Instant at, boolean confirmed) {}
