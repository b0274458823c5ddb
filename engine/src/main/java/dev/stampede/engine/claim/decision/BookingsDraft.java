package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.TransferId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The bookings of a group while it is being decided. */
final class BookingsDraft {

  private final Map<BookingId, Booking> bookings;
  private final Map<HoldId, BookingId> byHold = new HashMap<>();

  /** The payments outside that have paid a booking or have a refund. */
  private final Set<Payment.Outside> used;

  private final Map<BookingId, GroupResult.NewBooking> made = new LinkedHashMap<>();
  private final List<Booking> cancelled = new ArrayList<>();
  private final List<Refund> refunds = new ArrayList<>();

  BookingsDraft(Locked.Found found) {
    this.bookings = new HashMap<>(found.bookings());
    this.used = new HashSet<>(found.usedPayments());
    bookings.values().forEach(booking -> byHold.put(booking.hold(), booking.id()));
  }

  @Nullable Booking booking(BookingId id) {
    return bookings.get(id);
  }

  /** Returns the booking that paid the hold. */
  Optional<Booking> of(HoldId hold) {
    return Optional.ofNullable(byHold.get(hold)).map(bookings::get);
  }

  /** The same for a hold that is known to be paid. */
  Booking paying(HoldId hold) {
    return of(hold)
        .orElseThrow(
            () -> new IllegalStateException("hold " + hold + " is paid and has no booking"));
  }

  /** Says if the payment has paid a booking or has a refund: either is for ever. */
  boolean isUsed(Payment.Outside payment) {
    return used.contains(payment);
  }

  void make(Booking booking) {
    bookings.put(booking.id(), booking);
    byHold.put(booking.hold(), booking.id());
    if (booking.payment() instanceof Payment.Outside payment) {
      used.add(payment);
    }
    made.put(booking.id(), new GroupResult.NewBooking(booking, Optional.empty()));
  }

  /** Notes the refund of a payment that was refused, once; one that has paid something has none. */
  void refuse(Refund refund) {
    if (used.add(refund.payment())) {
      refunds.add(refund);
    }
  }

  /**
   * Cancels a booking.
   *
   * @param refund the new name of its refund, where it was paid outside
   */
  void cancel(Booking ended, TransferId refund) {
    if (ended.payment() instanceof Payment.Outside payment) {
      refunds.add(Refund.ofCancelled(ended, payment, refund));
    }
    bookings.put(ended.id(), ended);
    if (made.computeIfPresent(
            ended.id(), (_, row) -> new GroupResult.NewBooking(row.confirmed(), Optional.of(ended)))
        == null) {
      cancelled.add(ended);
    }
  }

  GroupResult.BookingWrites writes(PassesDraft passes) {
    return new GroupResult.BookingWrites(
        List.copyOf(made.values()), cancelled, passes.booked(), passes.unrecorded(), refunds);
  }
}
