package dev.stampede.engine.sale;

import dev.stampede.engine.show.ShowId;

/**
 * A booking that others were told of, as far as it counts in the sale's statistics.
 *
 * @param epoch of the database, when it was written
 * @param confirmed false: it was cancelled
 */
public record ToldBooking(long epoch, ShowId show, boolean confirmed) {}
