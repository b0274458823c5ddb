package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;

/**
 * The figures of one line, as last seen.
 *
 * @param active the number of people who have a pass that is not spent
 * @param ended passes that ended so far, spent, given up or expired
 * @param booked the number of these that ended with a booking
 * @param bookedSeats the seats of these bookings
 */
public record RoomStats(
    ShowId show,
    long waiting,
    long active,
    long admitted,
    long ended,
    long booked,
    long bookedSeats) {

  /** A line in which nobody ever stood. */
  static RoomStats none(ShowId show) {
    return new RoomStats(show, 0, 0, 0, 0, 0, 0);
  }
}
