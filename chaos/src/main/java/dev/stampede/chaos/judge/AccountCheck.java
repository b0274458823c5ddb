package dev.stampede.chaos.judge;

import java.util.List;

/** The tables against each other: seats and points. */
final class AccountCheck {

  private static final String SOLD_TWICE_NOW =
      """
      SELECT 'seat ' || number || ' in ' || count(*) || ' bookings that stand'
      FROM booking, unnest(seats) AS number
      WHERE cancelled_at IS NULL
      GROUP BY show_id, number
      HAVING count(*) > 1""";

  /** Sold, and sold or held again before it was given back. */
  private static final String SOLD_TWICE_EVER =
      """
      SELECT 'seat ' || number || ' at version ' || version
      FROM (
        SELECT number, version, type,
          lag(type) OVER (PARTITION BY show_id, number ORDER BY version) AS before
        FROM seat_event) AS event
      WHERE before = 's' AND type <> 'r'""";

  private static final String CHARGED_WRONG =
      """
      SELECT coalesce(booked.buyer, moved.buyer) || ' booked for ' || coalesce(booked.total, 0)
        || ' and was charged ' || coalesce(moved.paid, 0) || ', has cancelled '
        || coalesce(booked.cancelled, 0) || ' and was given back ' || coalesce(moved.back, 0)
      FROM (
        SELECT buyer, sum(total) AS total,
          coalesce(sum(total) FILTER (WHERE cancelled_at IS NOT NULL), 0) AS cancelled
        FROM booking GROUP BY buyer) AS booked
      FULL JOIN (
        SELECT buyer, coalesce(sum(amount) FILTER (WHERE kind = 'p'), 0) AS paid,
          coalesce(sum(amount) FILTER (WHERE kind = 'r'), 0) AS back
        FROM transfer WHERE kind <> 't' GROUP BY buyer) AS moved ON moved.buyer = booked.buyer
      WHERE (coalesce(booked.total, 0), coalesce(booked.cancelled, 0))
        <> (coalesce(moved.paid, 0), coalesce(moved.back, 0))""";

  private static final String CHARGED_TWICE =
      """
      SELECT 'booking ' || booking_id || ' has ' || count(*) || ' transfers of kind ' || kind::text
      FROM transfer
      WHERE kind <> 't'
      GROUP BY booking_id, kind
      HAVING count(*) > 1""";

  private static final String BALANCES_WRONG =
      """
      SELECT wallet.buyer || ' has ' || balance || ', the entries sum to ' || total
      FROM wallet
      JOIN (
        SELECT buyer, sum(amount) AS total FROM entry WHERE account = 'w' GROUP BY buyer) AS entries
        ON entries.buyer = wallet.buyer
      WHERE balance <> total
      UNION ALL
      SELECT 'all entries sum to ' || sum(amount) FROM entry HAVING sum(amount) <> 0""";

  private final Tables tables;

  AccountCheck(Tables tables) {
    this.tables = tables;
  }

  List<Finding> findings() {
    return List.of(
        finding("no seat was sold twice", "seat_event", SOLD_TWICE_NOW, SOLD_TWICE_EVER),
        finding(
            "everyone was charged for what they booked, once",
            "transfer",
            CHARGED_WRONG,
            CHARGED_TWICE),
        finding("the ledger sums to zero, and every balance is right", "entry", BALANCES_WRONG));
  }

  private Finding finding(String what, String table, String... searches) {
    List<String> wrong =
        List.of(searches).stream().flatMap(search -> tables.lines(search).stream()).toList();
    return Finding.of(what, Math.toIntExact(tables.number("SELECT count(*) FROM " + table)), wrong);
  }
}
