package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.GroupResult.NewBooking;
import dev.stampede.engine.claim.decision.GroupResult.PassWrite;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.column.Micros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements that write a group's bookings, and the passes that they spend. */
final class BookingWrites {

  /** No balance is below zero. */
  private static final long NONE = -1;

  private static final String PAY_HOLDS =
      "UPDATE hold SET state = 'p' WHERE id = ANY (?::uuid[]) AND state <> 'p'";

  private static final String INSERT =
      """
      INSERT INTO booking (id, hold_id, show_id, buyer, seats, total, provider, reference,
        paid_balance, refunded_balance, cancelled_at, confirmed_at)
      SELECT w.id, w.hold_id, w.show_id, w.buyer, w.seats::integer[], w.total, w.provider,
        w.reference, nullif(w.paid, -1), nullif(w.refunded, -1),
        to_timestamp(nullif(w.cancelled_at, 0) / 1e6::float8), to_timestamp(?::bigint / 1e6::float8)
      FROM (
        SELECT unnest(?::uuid[]) AS id, unnest(?::uuid[]) AS hold_id,
          unnest(?::bigint[]) AS show_id, unnest(?::text[]) AS buyer, unnest(?::text[]) AS seats,
          unnest(?::bigint[]) AS total, unnest(?::text[]) AS provider,
          unnest(?::text[]) AS reference, unnest(?::bigint[]) AS paid,
          unnest(?::bigint[]) AS refunded, unnest(?::bigint[]) AS cancelled_at) AS w""";

  /** Their rows are locked, each stands in the arrays once, and what is spent never gets less. */
  private static final String SPEND_PASSES =
      """
      UPDATE show_buyer b
      SET spent_pass = w.number
      FROM (
        SELECT unnest(?::bigint[]) AS show_id, unnest(?::text[]) AS buyer,
          unnest(?::bigint[]) AS number) AS w
      WHERE b.show_id = w.show_id AND b.buyer = w.buyer AND b.spent_pass < w.number""";

  /** The same of passes that the record of the line lacks. */
  private static final String RECORD_PASSES =
      """
      UPDATE show_buyer b
      SET shown_pass = w.number
      FROM (
        SELECT unnest(?::bigint[]) AS show_id, unnest(?::text[]) AS buyer,
          unnest(?::bigint[]) AS number) AS w
      WHERE b.show_id = w.show_id AND b.buyer = w.buyer AND b.shown_pass < w.number""";

  private static final String CANCEL =
      """
      UPDATE booking b
      SET cancelled_at = to_timestamp(?::bigint / 1e6::float8),
        refunded_balance = nullif(w.refunded, -1)
      FROM (SELECT unnest(?::uuid[]) AS id, unnest(?::bigint[]) AS refunded) AS w
      WHERE b.id = w.id""";

  private BookingWrites() {}

  static List<SqlStep> steps(GroupResult.Writes writes, Instant now) {
    List<SqlStep> steps = new ArrayList<>();
    if (!writes.holds().paid().isEmpty()) {
      UUID[] ids = writes.holds().paid().stream().map(HoldId::value).toArray(UUID[]::new);
      steps.add(SqlStep.update(PAY_HOLDS, (Object) ids));
    }
    List<BookedPass> passes = writes.bookings().passes();
    if (!passes.isEmpty()) {
      steps.add(
          SqlStep.update(
              SPEND_PASSES,
              passes.stream().mapToLong(pass -> pass.show().value()).toArray(),
              passes.stream().map(pass -> pass.buyer().sub()).toArray(String[]::new),
              passes.stream().mapToLong(BookedPass::number).toArray()));
    }
    List<PassWrite> unrecorded = writes.bookings().unrecorded();
    if (!unrecorded.isEmpty()) {
      steps.add(
          SqlStep.update(
              RECORD_PASSES,
              unrecorded.stream().mapToLong(pass -> pass.row().show().value()).toArray(),
              unrecorded.stream().map(pass -> pass.row().buyer().sub()).toArray(String[]::new),
              unrecorded.stream().mapToLong(PassWrite::number).toArray()));
    }
    if (!writes.bookings().cancelled().isEmpty()) {
      List<Booking> cancelled = writes.bookings().cancelled();
      steps.add(
          SqlStep.update(
              CANCEL,
              Micros.of(now),
              cancelled.stream().map(booking -> booking.id().value()).toArray(UUID[]::new),
              cancelled.stream().mapToLong(BookingWrites::balance).toArray()));
    }
    if (!writes.bookings().made().isEmpty()) {
      steps.add(insert(writes.bookings().made(), now));
    }
    steps.addAll(OutsidePaymentWrites.steps(writes.bookings(), now));
    return steps;
  }

  private static SqlStep insert(List<NewBooking> made, Instant now) {
    int size = made.size();
    UUID[] ids = new UUID[size];
    UUID[] holds = new UUID[size];
    long[] shows = new long[size];
    String[] buyers = new String[size];
    String[] seats = new String[size];
    long[] totals = new long[size];
    @Nullable String[] providers = new @Nullable String[size];
    @Nullable String[] references = new @Nullable String[size];
    long[] paid = new long[size];
    long[] refunded = new long[size];
    long[] ends = new long[size];
    for (int i = 0; i < size; i++) {
      Booking booking = made.get(i).confirmed();
      ids[i] = booking.id().value();
      holds[i] = booking.hold().value();
      shows[i] = booking.show().value();
      buyers[i] = booking.buyer().sub();
      seats[i] = GroupWrites.arrayLiteral(booking.seats());
      totals[i] = booking.total();
      if (booking.payment() instanceof Payment.Outside outside) {
        providers[i] = outside.provider();
        references[i] = outside.reference();
      }
      paid[i] = balance(booking);
      refunded[i] = made.get(i).cancelled().map(BookingWrites::balance).orElse(NONE);
      ends[i] = made.get(i).cancelled().flatMap(Booking::cancelledAt).map(Micros::of).orElse(0L);
    }
    return SqlStep.update(
        INSERT,
        Micros.of(now),
        ids,
        holds,
        shows,
        buyers,
        seats,
        totals,
        providers,
        references,
        paid,
        refunded,
        ends);
  }

  private static long balance(Booking booking) {
    return booking.balance().orElse(NONE);
  }
}
