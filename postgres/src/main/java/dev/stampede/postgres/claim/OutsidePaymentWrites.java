package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.column.Micros;
import dev.stampede.postgres.column.RefundColumns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements that write a group's payments outside: those that pay, and those to pay back. */
final class OutsidePaymentWrites {

  /**
   * A payment that is there already fails the whole group, as a used operation id does: see {@link
   * GroupWrites}. Bookings and refusals go into the same table by the same statement, so that of
   * two groups that use one payment in different ways the second finds what the first made of it.
   */
  private static final String INSERT =
      """
      INSERT INTO outside_payment (amount, due_at, hold_id, booking_id, refund_id, reason, buyer,
        provider, reference)
      SELECT w.amount,
        CASE WHEN w.refund_id IS NOT NULL THEN to_timestamp(?::bigint / 1e6::float8) END, w.hold_id,
        w.booking_id, w.refund_id, w.reason::"char", w.buyer, w.provider, w.reference
      FROM (
        SELECT unnest(?::bigint[]) AS amount, unnest(?::uuid[]) AS hold_id,
          unnest(?::uuid[]) AS booking_id, unnest(?::uuid[]) AS refund_id,
          unnest(?::text[]) AS reason, unnest(?::text[]) AS buyer, unnest(?::text[]) AS provider,
          unnest(?::text[]) AS reference) AS w""";

  /** Their bookings' seats are locked: nobody else changes these rows. */
  private static final String CANCEL =
      """
      UPDATE outside_payment p
      SET refund_id = w.refund_id, due_at = to_timestamp(?::bigint / 1e6::float8), reason = 'c'
      FROM (
        SELECT unnest(?::text[]) AS provider, unnest(?::text[]) AS reference,
          unnest(?::uuid[]) AS refund_id) AS w
      WHERE p.provider = w.provider AND p.reference = w.reference""";

  /** A payment's row as it is first written. */
  private record Row(
      Payment.Outside payment,
      String buyer,
      UUID hold,
      long amount,
      Optional<BookingId> booking,
      Optional<Refund> refund) {

    static Row paying(Booking booking, Payment.Outside payment) {
      return new Row(
          payment,
          booking.buyer().sub(),
          booking.hold().value(),
          booking.total(),
          Optional.of(booking.id()),
          Optional.empty());
    }

    static Row refused(Refund refund) {
      return new Row(
          refund.payment(),
          refund.buyer().sub(),
          refund.hold().value(),
          refund.amount(),
          Optional.empty(),
          Optional.of(refund));
    }
  }

  private OutsidePaymentWrites() {}

  static List<SqlStep> steps(GroupResult.BookingWrites writes, Instant now) {
    List<SqlStep> steps = new ArrayList<>();
    List<Row> rows =
        Stream.concat(
                writes.made().stream().flatMap(made -> paying(made.confirmed())),
                writes.refunds().stream()
                    .filter(refund -> refund.booking().isEmpty())
                    .map(Row::refused))
            // Two groups with the same payments do not wait for each other in a circle.
            .sorted(Comparator.comparing(Row::payment))
            .toList();
    if (!rows.isEmpty()) {
      steps.add(insert(rows, now));
    }
    List<Refund> cancelled =
        writes.refunds().stream().filter(refund -> refund.booking().isPresent()).toList();
    if (!cancelled.isEmpty()) {
      steps.add(
          SqlStep.update(
              CANCEL,
              Micros.of(now),
              cancelled.stream().map(each -> each.payment().provider()).toArray(String[]::new),
              cancelled.stream().map(each -> each.payment().reference()).toArray(String[]::new),
              cancelled.stream().map(each -> each.id().value()).toArray(UUID[]::new)));
    }
    return steps;
  }

  private static Stream<Row> paying(Booking booking) {
    return booking.payment() instanceof Payment.Outside payment
        ? Stream.of(Row.paying(booking, payment))
        : Stream.empty();
  }

  private static SqlStep insert(List<Row> rows, Instant now) {
    int size = rows.size();
    long[] amounts = new long[size];
    UUID[] holds = new UUID[size];
    @Nullable UUID[] bookings = new @Nullable UUID[size];
    @Nullable UUID[] refunds = new @Nullable UUID[size];
    @Nullable String[] reasons = new @Nullable String[size];
    String[] buyers = new String[size];
    String[] providers = new String[size];
    String[] references = new String[size];
    for (int i = 0; i < size; i++) {
      Row row = rows.get(i);
      amounts[i] = row.amount();
      holds[i] = row.hold();
      bookings[i] = row.booking().map(BookingId::value).orElse(null);
      refunds[i] = row.refund().map(refund -> refund.id().value()).orElse(null);
      reasons[i] = row.refund().map(refund -> RefundColumns.letter(refund.reason())).orElse(null);
      buyers[i] = row.buyer();
      providers[i] = row.payment().provider();
      references[i] = row.payment().reference();
    }
    return SqlStep.update(
        INSERT,
        Micros.of(now),
        amounts,
        holds,
        bookings,
        refunds,
        reasons,
        buyers,
        providers,
        references);
  }
}
