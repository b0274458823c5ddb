package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Part;

/** Live holds against their seats. One that has ended may have lost them to others. */
final class HoldDrift {

  static final String FIRST_ID = "00000000-0000-0000-0000-000000000000";
  static final String LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

  private static final String FINDINGS =
      """
      SELECT h.id::text, 'hold-seats', format(
        'hold %s of buyer %s in show %s is live until %s but does not have all its seats %s: %s',
        h.id, h.buyer, h.show_id, h.expires_at, h.seats,
        string_agg(format('seat %s has state %s and hold %s', n.number,
          coalesce(s.state::text, 'none'), coalesce(s.hold_id::text, 'none')), ', '))
      FROM hold h
      CROSS JOIN LATERAL unnest(h.seats) AS n (number)
      LEFT JOIN seat s ON s.show_id = h.show_id AND s.number = n.number
      WHERE h.id > :after::uuid AND h.id <= :upTo::uuid
        AND (:show::bigint IS NULL OR h.show_id = :show::bigint)
        AND h.state = 'l' AND h.expires_at > (SELECT stampede_now())
        AND (s.state IS DISTINCT FROM 'h' OR s.hold_id <> h.id)
      GROUP BY h.id
      ORDER BY h.id
      LIMIT :most""";

  static final RangeSearch SEARCH =
      new RangeSearch(Part.HOLDS, FIRST_ID, LAST_ID, bounds("hold", ScopeFilter.OF_SHOW), FINDINGS);

  private HoldDrift() {}

  /** Returns the query for the next slice of a table with UUID ids. */
  static String bounds(String table, String which) {
    return """
    SELECT count(*), max(id::text COLLATE "C"), count(*) < :limit
    FROM (SELECT id FROM %s WHERE id > :after::uuid AND %s ORDER BY id LIMIT :limit) AS s"""
        .formatted(table, which);
  }
}
