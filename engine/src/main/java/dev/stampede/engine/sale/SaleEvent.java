package dev.stampede.engine.sale;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;

/** Something that was told of a sale, as far as it counts in the sale's statistics. */
public sealed interface SaleEvent {

  /** Of the database, when it was written. */
  long epoch();

  ShowId show();

  /** When it was decided. */
  Instant at();

  /** A seat of a section has changed. */
  record OfSeat(long epoch, ShowId show, Instant at, String section, Change change)
      implements SaleEvent {}

  /** A booking was made, or one was cancelled. */
  record OfBooking(long epoch, ShowId show, Instant at, boolean confirmed) implements SaleEvent {}

  /** What became of a seat. */
  enum Change {
    HELD,
    /** Nothing was moved but a hold's end. */
    MORE_TIME,
    GIVEN_BACK,
    LAPSED,
    SOLD,
    CANCELLED
  }
}
