package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Part;
import java.util.List;

/**
 * Bookings against their seats, their holds and the points or payments outside that paid for them.
 *
 * <p>A payment bears its booking's id. A refund does not, and transfers have no index by booking;
 * it is found among its wallet's entries. A payment outside has one row, which says both.
 */
final class BookingDrift {

  private static final DriftChecks CHECKS =
      new DriftChecks(
          List.of(
              new DriftChecks.Check("booking-seats", "w.seats IS NOT NULL"),
              new DriftChecks.Check("booking-hold", "h.state <> 'p'"),
              new DriftChecks.Check(
                  "booking-payment",
                  """
              (b.paid_balance IS NOT NULL) <> coalesce(
                p.kind = 'p' AND p.booking_id = b.id AND p.amount = b.total AND p.buyer = b.buyer,
                false)
                OR b.provider IS NOT NULL AND (
                  (o.booking_id, o.amount, o.buyer) IS DISTINCT FROM (b.id, b.total, b.buyer))"""),
              new DriftChecks.Check(
                  "booking-refund",
                  """
              r.refunds <> (b.refunded_balance IS NOT NULL)::integer
                OR o.booking_id = b.id AND (o.refund_id IS NULL) <> (b.cancelled_at IS NULL)""")));

  private static final String FINDINGS =
      """
      SELECT b.id::text, c.kind, format(
        'booking %%s of buyer %%s in show %%s over %%s points ', b.id, b.buyer, b.show_id, b.total)
        || CASE c.kind
          WHEN 'booking-seats' THEN format(
            'is not cancelled but does not have all its seats %%s: %%s', b.seats, w.seats)
          WHEN 'booking-hold' THEN format('was made from hold %%s but that hold has state %%s',
            b.hold_id, h.state)
          WHEN 'booking-payment' THEN CASE
            WHEN o.amount IS NOT NULL THEN format(
              'was paid outside but payment %%s of %%s has buyer %%s, %%s points and booking %%s',
              o.reference, o.provider, o.buyer, o.amount, coalesce(o.booking_id::text, 'none'))
            WHEN p.id IS NULL THEN 'was not paid'
            ELSE format('was paid but its payment has buyer %%s and %%s points', p.buyer,
              p.amount)
            END
          WHEN 'booking-refund' THEN CASE
            WHEN b.provider IS NOT NULL THEN format('was paid outside and %%s but its refund %%s',
              coalesce('was cancelled at ' || b.cancelled_at, 'is not cancelled'),
              coalesce('is due since ' || o.due_at, 'is not recorded'))
            ELSE format('was cancelled at %%s but has %%s refunds of this amount', b.cancelled_at,
              r.refunds)
            END
        END
      FROM booking b
      LEFT JOIN hold h ON h.id = b.hold_id
      LEFT JOIN transfer p ON p.id = b.id
      LEFT JOIN outside_payment o ON o.provider = b.provider AND o.reference = b.reference
      CROSS JOIN LATERAL (
        SELECT string_agg(format('seat %%s has state %%s and hold %%s', n.number,
          coalesce(s.state::text, 'none'), coalesce(s.hold_id::text, 'none')), ', ') AS seats
        FROM unnest(b.seats) AS n (number)
        LEFT JOIN seat s ON s.show_id = b.show_id AND s.number = n.number
        WHERE b.cancelled_at IS NULL AND (
          s.state IS DISTINCT FROM 's' OR s.hold_id <> b.hold_id OR s.buyer <> b.buyer)) AS w
      CROSS JOIN LATERAL (
        SELECT count(*) AS refunds
        FROM entry e
        JOIN transfer t ON t.id = e.transfer_id
        WHERE b.refunded_balance IS NOT NULL AND e.account = 'w' AND e.buyer = b.buyer
          AND t.kind = 'r' AND t.booking_id = b.id AND t.amount = b.total) AS r
      CROSS JOIN LATERAL (
        %s) AS c (kind, wrong)
      WHERE b.id > :after::uuid AND b.id <= :upTo::uuid
        AND (:show::bigint IS NULL OR b.show_id = :show::bigint)
        AND %s AND c.wrong
      ORDER BY b.id
      LIMIT :most"""
          .formatted(CHECKS.each(), CHECKS.any());

  static final RangeSearch SEARCH =
      new RangeSearch(
          Part.BOOKINGS,
          HoldDrift.FIRST_ID,
          HoldDrift.LAST_ID,
          HoldDrift.bounds("booking", ScopeFilter.OF_SHOW),
          FINDINGS);

  private BookingDrift() {}
}
