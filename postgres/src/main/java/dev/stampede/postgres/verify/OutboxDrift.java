package dev.stampede.postgres.verify;

import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.Slice;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Compares the outbox with the history of seats and bookings, range by range.
 *
 * <p>The relay deletes events that were sent, the oldest of each seat and each booking first. So
 * the outbox has the last versions of a seat or booking without a gap, up to its current one:
 * anything else was lost. If all of them were lost, only Kafka shows it.
 */
final class OutboxDrift {

  /** Outbox rows are cheap to check: this many cost as much as one row of another kind. */
  private static final int CHEAP = 10;

  /**
   * If the limit cuts a range short, the versions that seem missing at its end may be in the rest.
   */
  private static final String FINDINGS =
      """
      WITH o AS MATERIALIZED (
        SELECT * FROM outbox_event w
        WHERE range = :range AND (:show::bigint IS NULL OR show_id = :show::bigint OR EXISTS (
          SELECT FROM booking b WHERE b.id = w.booking_id AND b.show_id = :show::bigint))
        ORDER BY id, place
        LIMIT :limit)
      SELECT (SELECT count(*) FROM o), '', ''
      UNION ALL
      (SELECT 0, 'outbox-unknown', format(
        'row %s of the outbox names %s, version %s, which does not exist', o.id,
        coalesce('booking ' || o.booking_id, format('seat %s of show %s', o.number, o.show_id)),
        o.version)
      FROM o
      LEFT JOIN seat_event e
        ON e.show_id = o.show_id AND e.number = o.number AND e.version = o.version
      LEFT JOIN booking b ON b.id = o.booking_id AND (o.version = 1 OR b.cancelled_at IS NOT NULL)
      WHERE e.version IS NULL AND b.id IS NULL
      ORDER BY o.id
      LIMIT :most)
      UNION ALL
      (SELECT 0, 'outbox-gap', format(
        'seat %s of show %s is at version %s; of its versions from %s on that wait to be told there are %s, the last is %s',
        g.number, g.show_id, s.version, g.first, g.count, g.last)
      FROM (
        SELECT show_id, number, count(*), min(version) AS first, max(version) AS last
        FROM o
        WHERE show_id IS NOT NULL
        GROUP BY show_id, number) AS g
      JOIN seat s ON s.show_id = g.show_id AND s.number = g.number
      WHERE (SELECT count(*) FROM o) < :limit
        AND (g.last <> s.version OR g.count <> g.last - g.first + 1)
      ORDER BY g.show_id, g.number
      LIMIT :most)
      UNION ALL
      (SELECT 0, 'outbox-gap', format(
        'booking %s, cancelled %s, has versions %s to %s waiting to be told, %s of them',
        g.booking_id, coalesce(b.cancelled_at::text, 'never'), g.first, g.last, g.count)
      FROM (
        SELECT booking_id, count(*), min(version) AS first, max(version) AS last
        FROM o
        WHERE booking_id IS NOT NULL
        GROUP BY booking_id) AS g
      JOIN booking b ON b.id = g.booking_id
      WHERE (SELECT count(*) FROM o) < :limit
        AND (g.last <> CASE WHEN b.cancelled_at IS NULL THEN 1 ELSE 2 END
          OR g.count <> g.last - g.first + 1)
      ORDER BY g.booking_id
      LIMIT :most)""";

  private record Line(int rows, String kind, String detail) {}

  private OutboxDrift() {}

  static Slice search(Handle handle, Scope scope, String after, int limit) {
    int range = after.equals(DriftSearch.START) ? 0 : Integer.parseInt(after) + 1;
    List<Line> lines =
        handle
            .createQuery(FINDINGS)
            .bind("range", (short) range)
            .bind("show", ScopeFilter.show(scope))
            .bind("limit", Math.multiplyExact(limit, CHEAP))
            .bind("most", DriftSearch.MOST_NAMED)
            .map((row, _) -> new Line(row.getInt(1), row.getString(2), row.getString(3)))
            .list();
    String place = Integer.toString(range);
    return new Slice(
        lines.stream().mapToInt(Line::rows).sum(),
        place,
        range == EventRange.COUNT - 1,
        lines.stream()
            .filter(line -> !line.kind().isEmpty())
            .map(line -> new Drift(Part.OUTBOX, place, line.kind(), line.detail()))
            .toList());
  }
}
