package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Part;

/**
 * Transfers against their entries and the bookings that they are for. A top-up comes from the
 * provider, all else goes between wallet and house.
 */
final class TransferDrift {

  private static final String FINDINGS =
      """
      SELECT coalesce(t.id, e.id)::text, c.kind, CASE c.kind
        WHEN 'transfer-entries' THEN format(
          'transfer %s of %s points has %s entries that sum to %s, %s of them right',
          coalesce(t.id, e.id), coalesce(t.amount::text, 'unknown'), coalesce(e.count, 0),
          coalesce(e.sum, 0), coalesce(e.right, 0))
        WHEN 'transfer-booking' THEN format(
          'transfer %s, kind %s, of %s points by %s is for booking %s, which %s', t.id, t.kind,
          t.amount, t.buyer, t.booking_id,
          CASE WHEN b.id IS NULL THEN 'does not exist' ELSE format(
            'is of %s over %s, paid %s, given back %s', b.buyer, b.total,
            b.paid_balance IS NOT NULL, b.refunded_balance IS NOT NULL) END)
        END
      FROM (SELECT * FROM transfer WHERE id > :after::uuid AND id <= :upTo::uuid) AS t
      FULL JOIN (
        SELECT e.transfer_id AS id, count(*), sum(e.amount),
          count(*) FILTER (WHERE e.amount = CASE
            WHEN e.account = 'w' AND e.buyer = t.buyer
              THEN CASE t.kind WHEN 'p' THEN -t.amount ELSE t.amount END
            WHEN e.account = CASE t.kind WHEN 't' THEN 'p' ELSE 'h' END
              THEN CASE t.kind WHEN 'p' THEN t.amount ELSE -t.amount END
          END) AS right
        FROM entry e
        LEFT JOIN transfer t ON t.id = e.transfer_id
        WHERE e.transfer_id > :after::uuid AND e.transfer_id <= :upTo::uuid
        GROUP BY e.transfer_id) AS e ON e.id = t.id
      LEFT JOIN booking b ON b.id = t.booking_id
      CROSS JOIN LATERAL (
        VALUES
          ('transfer-entries', t.id IS NULL OR e.count IS DISTINCT FROM 2 OR e.sum <> 0
            OR e.right <> 2),
          ('transfer-booking', t.booking_id IS NOT NULL AND NOT coalesce(
            b.total = t.amount AND b.buyer = t.buyer AND CASE t.kind
              WHEN 'p' THEN b.paid_balance IS NOT NULL AND b.id = t.id
              ELSE b.refunded_balance IS NOT NULL END, false))) AS c (kind, wrong)
      WHERE c.wrong
      ORDER BY 1
      LIMIT :most""";

  static final RangeSearch SEARCH =
      new RangeSearch(
          Part.TRANSFERS,
          HoldDrift.FIRST_ID,
          HoldDrift.LAST_ID,
          HoldDrift.bounds("transfer", "true"),
          FINDINGS);

  private TransferDrift() {}
}
