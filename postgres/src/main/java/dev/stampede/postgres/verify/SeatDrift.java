package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Part;
import java.util.List;

/**
 * Seats against their events, and against the holds and bookings that they name.
 *
 * <p>Versions are the primary key of a seat's events, so that they are dense exactly if there are
 * as many as the last one says; and what a seat is, replayed, is what its last event left.
 */
final class SeatDrift {

  private static final String AFTER =
      ScopeFilter.OF_SHOW
          + " AND (show_id, number)"
          + " > (split_part(:after, '/', 1)::bigint, split_part(:after, '/', 2)::integer)";

  private static final String WITHIN =
      AFTER
          + " AND (show_id, number)"
          + " <= (split_part(:upTo, '/', 1)::bigint, split_part(:upTo, '/', 2)::integer)";

  /** Sorts as text as the numbers do. */
  static final String PLACE = "lpad(show_id::text, 19, '0') || '/' || lpad(number::text, 10, '0')";

  private static final String BOUNDS =
      """
      SELECT seats, %s, seats < :limit
      FROM (
        SELECT seats, last[1] AS show_id, last[2] AS number
        FROM (
          SELECT count(*) AS seats, max(ARRAY[show_id, number]) AS last
          FROM (
            SELECT show_id, number::bigint
            FROM seat
            WHERE %s
            ORDER BY show_id, seat.number
            LIMIT :limit) AS s) AS s) AS s"""
          .formatted(PLACE, AFTER);

  private static final DriftChecks CHECKS =
      new DriftChecks(
          List.of(
              new DriftChecks.Check(
                  "events-without-seat", "x.version IS NULL AND x.events IS NOT NULL"),
              new DriftChecks.Check(
                  "seat-events",
                  """
              x.version IS NOT NULL
                AND (coalesce(x.events, 0) <> x.version OR coalesce(x.last, 0) <> x.version)"""),
              new DriftChecks.Check(
                  "seat-state",
                  """
              x.version IS NOT NULL AND (
                x.state::text <> CASE WHEN l.type IN ('h', 's') THEN l.type::text ELSE 'f' END
                OR x.state <> 'f' AND (l.hold_id IS DISTINCT FROM x.hold_id
                  OR l.buyer IS DISTINCT FROM x.buyer))"""),
              new DriftChecks.Check(
                  "seat-hold",
                  """
              x.state = 'h' AND (
                h.state IS DISTINCT FROM 'l' OR h.show_id <> x.show_id OR h.buyer <> x.buyer
                OR h.expires_at <> x.held_until OR x.number <> ALL (h.seats))"""),
              new DriftChecks.Check(
                  "seat-booking",
                  """
              x.state = 's' AND (
                b.id IS NULL OR b.cancelled_at IS NOT NULL OR b.show_id <> x.show_id
                OR b.buyer <> x.buyer OR x.number <> ALL (b.seats))"""),
              new DriftChecks.Check(
                  "seat-sold",
                  """
              CASE x.state WHEN 's'
                THEN b.id IS NOT NULL AND x.sold_by IS DISTINCT FROM b.id
                ELSE x.sold_by IS NOT NULL END""")));

  private static final String FINDINGS =
      """
      SELECT x.place, c.kind,
        format('seat %%s of show %%s ', x.number, x.show_id) || CASE c.kind
          WHEN 'events-without-seat' THEN format('does not exist but has %%s events', x.events)
          WHEN 'seat-events' THEN format(
            'has version %%s but %%s events, the last with version %%s',
            x.version, coalesce(x.events, 0), coalesce(x.last, 0))
          WHEN 'seat-state' THEN format(
            'has state %%s, buyer %%s and hold %%s but its last event %%s has type %%s, buyer %%s and hold %%s',
            x.state, coalesce(x.buyer, 'none'), coalesce(x.hold_id::text, 'none'), x.last,
            coalesce(l.type::text, 'none'), coalesce(l.buyer, 'none'),
            coalesce(l.hold_id::text, 'none'))
          WHEN 'seat-hold' THEN format(
            'is held for buyer %%s until %%s but its hold %%s %%s',
            x.buyer, x.held_until, x.hold_id,
            CASE WHEN h.id IS NULL THEN 'does not exist' ELSE format(
              'of buyer %%s in show %%s has state %%s, ends at %%s and has seats %%s',
              h.buyer, h.show_id, h.state, h.expires_at, h.seats) END)
          WHEN 'seat-booking' THEN format(
            'is sold to buyer %%s with hold %%s but %%s', x.buyer, x.hold_id,
            CASE WHEN b.id IS NULL THEN 'no booking has this hold' ELSE format(
              'booking %%s of buyer %%s in show %%s, which has this hold, has seats %%s and %%s',
              b.id, b.buyer, b.show_id, b.seats,
              coalesce('was cancelled at ' || b.cancelled_at, 'is not cancelled')) END)
          WHEN 'seat-sold' THEN format(
            'has state %%s and hold %%s but sold_seat names booking %%s',
            coalesce(x.state::text, 'none'), coalesce(x.hold_id::text, 'none'),
            coalesce(x.sold_by::text, 'none'))
        END
      FROM (
        SELECT %1$s AS place, show_id, number, s.version, s.state, s.buyer, s.hold_id,
          s.held_until, e.events, e.last, o.booking_id AS sold_by
        FROM (SELECT * FROM seat WHERE %2$s) AS s
        FULL JOIN (
          SELECT show_id, number, count(*) AS events, max(version) AS last
          FROM seat_event
          WHERE %2$s
          GROUP BY show_id, number) AS e USING (show_id, number)
        FULL JOIN (SELECT * FROM sold_seat WHERE %2$s) AS o USING (show_id, number)) AS x
      LEFT JOIN seat_event l
        ON l.show_id = x.show_id AND l.number = x.number AND l.version = x.last
      LEFT JOIN hold h ON h.id = CASE x.state WHEN 'h' THEN x.hold_id END
      LEFT JOIN booking b ON b.hold_id = CASE x.state WHEN 's' THEN x.hold_id END
      CROSS JOIN LATERAL (
        %3$s) AS c (kind, wrong)
      WHERE %4$s AND c.wrong
      ORDER BY x.place
      LIMIT :most"""
          .formatted(PLACE, WITHIN, CHECKS.each(), CHECKS.any());

  static final RangeSearch SEARCH =
      new RangeSearch(Part.SEATS, "0/0", "9223372036854775807/2147483647", BOUNDS, FINDINGS);

  private SeatDrift() {}
}
