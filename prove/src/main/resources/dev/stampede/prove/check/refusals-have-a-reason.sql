-- A claim is refused only for a reason that held at some moment of the call, or as long before as is documented.
-- checked
SELECT count(*)
FROM call
WHERE kind IN ('hold', 'book', 'book-now', 'cancel', 'release')
  AND problem IN ('seat-taken', 'insufficient-points', 'hold-expired', 'not-found')
-- violations
WITH refused AS (
  SELECT c.*
  FROM call c
  WHERE c.problem IN ('seat-taken', 'insufficient-points', 'hold-expired', 'not-found')
    AND c.kind IN ('hold', 'book', 'book-now', 'cancel', 'release')
    AND NOT EXISTS (
      SELECT FROM rewind_seen r WHERE c.completed >= r.began AND c.invoked <= r.seen)),
-- Each seat that was said to be taken, if it cannot have been another's.
seat_free AS (
  SELECT c.*, s.number
  FROM refused c
  CROSS JOIN LATERAL unnest(c.got_seats) AS s (number)
  WHERE c.problem = 'seat-taken'
    AND NOT EXISTS (
      SELECT
      FROM (
        SELECT v.last_held, v.last_sold
        FROM seat_version v
        WHERE v.show_id = c.show AND v.number = s.number AND v.since <= c.completed
        ORDER BY v.since DESC, v.version DESC
        LIMIT 1) AS l
      JOIN seat_version v ON v.show_id = c.show AND v.number = s.number
        AND v.version = greatest(l.last_held, l.last_sold)
      WHERE v.until >= map_shows_from(c.invoked, c.completed)))
SELECT 'call ' || c.id AS subject,
  format('was told that seat %s is taken, and it was not, and nobody else asked for it', c.number) AS what,
  ARRAY[c.id] AS calls,
  ARRAY(SELECT seat_ref(c.show, c.number, max(v.version))
    FROM seat_version v
    WHERE v.show_id = c.show AND v.number = c.number AND v.since <= c.completed) AS rows
FROM seat_free c
CROSS JOIN tolerance t
-- The gate refuses while another claim for the seat is decided, whatever comes of that.
WHERE NOT EXISTS (
  SELECT FROM call o
  WHERE o.id <> c.id AND o.show = c.show AND o.kind IN ('hold', 'book-now')
    AND c.number = ANY (o.seats) AND o.invoked <= c.completed
    AND o.completed >= c.invoked - t.abandoned_key)
UNION ALL
SELECT 'call ' || c.id, format('was refused for lack of points with a balance of %s, and the wallet cannot have had that', c.balance),
  ARRAY[c.id], ARRAY[(SELECT 'entry ' || v.buyer || '/' || max(v.number) FROM wallet_version v
    WHERE v.buyer = c.buyer AND v.since <= c.completed GROUP BY v.buyer)]
FROM refused c
WHERE c.problem = 'insufficient-points' AND c.balance >= 0
  AND NOT EXISTS (
    SELECT FROM wallet_version v
    WHERE v.buyer = c.buyer AND v.balance = c.balance AND v.since <= c.completed AND v.until >= c.invoked)
UNION ALL
SELECT 'call ' || c.id, format('was refused for lack of points for %s, and the wallet had %s', h.total, c.balance),
  ARRAY[c.id], ARRAY['hold ' || h.id]
FROM refused c
JOIN hold h ON h.id::text = c.subject
WHERE c.problem = 'insufficient-points' AND c.kind = 'book' AND c.balance >= h.total
UNION ALL
SELECT 'hold ' || c.subject, format('had expired for call %s, and cannot have ended before %s µs', c.id,
    h.began + s.hold_millis * 1000),
  ARRAY[h.asked_by, c.id], ARRAY['hold ' || c.subject]
FROM refused c
JOIN effect h ON h.kind = 'h' AND h.id::text = c.subject
JOIN show s ON s.id = h.show_id
LEFT JOIN asking g ON g.kind = 'r' AND g.id = c.subject AND g.invoked <= c.completed
WHERE c.problem = 'hold-expired' AND c.kind = 'book'
  AND c.completed < h.began + s.hold_millis * 1000 AND g.call IS NULL
  AND NOT EXISTS (SELECT FROM clock_step)
UNION ALL
SELECT CASE f.kind WHEN 'h' THEN 'hold ' ELSE 'booking ' END || c.subject,
  format('did not exist for call %s, and its buyer knew of it at %s µs', c.id, f.ended),
  ARRAY[f.answered_by, c.id], ARRAY[CASE f.kind WHEN 'h' THEN 'hold ' ELSE 'booking ' END || c.subject]
FROM refused c
JOIN effect f ON f.id::text = c.subject AND f.buyer = c.buyer
  AND f.kind = CASE WHEN c.kind = 'cancel' THEN 'b' ELSE 'h' END::"char"
WHERE c.problem = 'not-found' AND c.kind IN ('book', 'release', 'cancel') AND f.ended < c.invoked
