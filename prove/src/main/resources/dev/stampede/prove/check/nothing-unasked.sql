-- Nothing exists that nobody asked for, and nothing that everybody who asked for it was refused.
-- checked
SELECT count(*) FROM effect
-- violations
-- Unknown outcomes may have happened, each once: a key names its operation, and so does an answer.
SELECT CASE kind WHEN 'h' THEN 'hold ' WHEN 'r' THEN 'hold ' WHEN 't' THEN 'transfer ' ELSE 'booking ' END || id AS subject,
  format('%s for %s, and no call asked for it that may have been granted',
    CASE kind WHEN 'h' THEN 'was made' WHEN 'b' THEN 'was confirmed' WHEN 'r' THEN 'was released'
      WHEN 'x' THEN 'was cancelled' ELSE 'was added to a wallet' END, buyer) AS what,
  ARRAY(SELECT c.id FROM call c
    WHERE c.subject = effect.id::text OR c.made = effect.id::text
    ORDER BY c.id LIMIT 5) AS calls,
  ARRAY[CASE WHEN kind IN ('h', 'r') THEN 'hold ' ELSE 'booking ' END || id] AS rows
FROM effect
WHERE began IS NULL
UNION ALL
-- Without keys, only their number can tell.
SELECT 'buyer ' || d.buyer,
  format('%s %s in show %s came from calls without key and answer, and there are %s of those',
    d.effects, CASE d.kind WHEN 'h' THEN 'holds' ELSE 'bookings' END, d.show_id, d.calls),
  d.examples, d.refs
FROM (
  SELECT f.buyer, f.show_id, f.kind, count(DISTINCT f.id) AS effects, count(DISTINCT a.call) AS calls,
    (array_agg(DISTINCT a.call))[1:5] AS examples,
    (array_agg(DISTINCT CASE f.kind WHEN 'h' THEN 'hold ' ELSE 'booking ' END || f.id))[1:5] AS refs
  FROM effect f
  JOIN asking a ON a.kind = f.kind AND a.id = f.id::text
  WHERE f.kind IN ('h', 'b')
    AND NOT EXISTS (
      SELECT FROM asking b
      JOIN call c ON c.id = b.call
      WHERE b.kind = f.kind AND b.id = f.id::text
        AND (c.key <> '' OR c.meaning = 'd' AND c.made = f.id::text OR c.kind = 'book'))
    AND NOT EXISTS (SELECT FROM answered w WHERE w.kind = f.kind AND w.id = f.id::text)
  GROUP BY f.buyer, f.show_id, f.kind, f.seats) AS d
WHERE d.effects > d.calls
UNION ALL
SELECT seat_name(v.show_id, v.number), format('version %s sells it to %s, for booking %s, which does not exist', v.version,
    v.buyer, coalesce(v.booking_id::text, 'none')),
  '{}', ARRAY[seat_ref(v.show_id, v.number, v.version)]
FROM seat_version v
WHERE v.type = 's' AND NOT EXISTS (SELECT FROM booking b WHERE b.id = v.booking_id)
UNION ALL
SELECT seat_name(show_id, number), 'its hold got more time, and nobody asked for that', '{}',
  ARRAY[seat_ref(show_id, number, version)]
FROM seat_version v
WHERE reason = 'm'
  AND NOT EXISTS (
    SELECT FROM call c
    WHERE c.kind = 'extend' AND c.show = v.show_id AND (c.meaning <> 'n' OR c.status >= 500))
