package dev.stampede.prove.history;

import java.util.Locale;

/** The kind of a recorded call. */
public enum CallKind {
  /** Holds named seats. */
  HOLD,
  /** Holds the best seats; {@code asked.amount} is how many. */
  BEST,
  /** Gives a hold back. */
  RELEASE,
  /** Gives all live holds of a show more time; an operator's. */
  EXTEND,
  /** Pays a hold with points. */
  BOOK,
  /** Claims named seats and pays for them in one step. */
  BOOK_NOW,
  /** Asks for a booking through Kafka; its answer is the id of an operation. */
  BOOK_ASYNC,
  /** Asks what became of a booking through Kafka. */
  OUTCOME,
  /** Confirms that a hold was paid outside; a shop's. */
  BOOK_OUTSIDE,
  /** Cancels a booking. */
  CANCEL,
  /** Adds points to a wallet; an operator's. */
  TOP_UP,
  /** Joins a line. */
  JOIN,
  /** Asks for its place in a line. */
  POLL,
  /** Leaves a line. */
  LEAVE,
  /** Reads the states of some seats. */
  READ_SEATS,
  /** Reads one booking. */
  READ_BOOKING,
  /** Reads one hold. */
  READ_HOLD,
  /** Lists its own bookings. */
  LIST_BOOKINGS,
  /** Reads the balance of a wallet. */
  READ_WALLET,
  /** Writes under a lock in Redis, with its fence. */
  FENCED_WRITE,
  /** Enqueues a job. */
  JOB,
  /** Creates a ticket at the matchmaker. */
  TICKET,
  /** Asks for the assignment of a ticket. */
  ASSIGNMENT,
  /** Deletes a ticket. */
  DROP_TICKET;

  /** In small letters, as the record and reports have it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind with this label. */
  public static CallKind of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
