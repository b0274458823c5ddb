package dev.stampede.engine.claim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bookings of a group while it is being decided. */
final class BookingsDraft {

  private final Map<BookingId, Booking> bookings;
  private final Map<HoldId, BookingId> byHold = new HashMap<>();
  private final Map<Payment.Outside, BookingId> references;

  private final Map<BookingId, Decided.NewBooking> made = new LinkedHashMap<>();
  private final List<Booking> cancelled = new ArrayList<>();

  BookingsDraft(Locked.Found found) {
    this.bookings = new HashMap<>(found.bookings());
    this.references = new HashMap<>(found.references());
    bookings.values().forEach(booking -> byHold.put(booking.hold(), booking.id()));
  }

  @Nullable Booking booking(BookingId id) {
    return bookings.get(id);
  }

  /** What the hold was paid as. */
  Optional<Booking> of(HoldId hold) {
    return Optional.ofNullable(byHold.get(hold)).map(bookings::get);
  }

  /** The same for a hold that is known to be paid. */
  Booking paying(HoldId hold) {
    return of(hold)
        .orElseThrow(
            () -> new IllegalStateException("hold " + hold + " is paid and has no booking"));
  }

  boolean isUsed(Payment.Outside reference) {
    return references.containsKey(reference);
  }

  void make(Booking booking) {
    bookings.put(booking.id(), booking);
    byHold.put(booking.hold(), booking.id());
    if (booking.payment() instanceof Payment.Outside reference) {
      references.put(reference, booking.id());
    }
    made.put(booking.id(), new Decided.NewBooking(booking, Optional.empty()));
  }

  void cancel(Booking ended) {
    bookings.put(ended.id(), ended);
    if (made.computeIfPresent(
            ended.id(), (_, row) -> new Decided.NewBooking(row.confirmed(), Optional.of(ended)))
        == null) {
      cancelled.add(ended);
    }
  }

  Decided.BookingWrites writes(List<BookedPass> passes) {
    return new Decided.BookingWrites(List.copyOf(made.values()), cancelled, passes);
  }
}
