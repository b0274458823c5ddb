-- A booking or a hold is read as it was at some moment of the call.
-- checked
SELECT count(*) FROM promise WHERE kind IN ('read-booking', 'read-hold')
-- violations
SELECT 'booking ' || c.subject AS subject,
  CASE
    WHEN c.status = 404 THEN format('did not exist for call %s, and its buyer knew of it at %s µs', c.id, b.ended)
    WHEN b.id IS NULL THEN format('was read by call %s and does not exist', c.id)
    ELSE format('was read as %s by call %s, and was cancelled %s', c.states, c.id,
      CASE WHEN x.id IS NULL THEN 'never' ELSE format('between %s µs and %s µs', x.began,
        coalesce(x.ended::text, '…')) END) END AS what,
  ARRAY[c.id, b.answered_by, x.answered_by] AS calls,
  ARRAY['booking ' || c.subject] AS rows
FROM call c
LEFT JOIN effect b ON b.kind = 'b' AND b.id::text = c.subject
LEFT JOIN effect x ON x.kind = 'x' AND x.id = b.id
WHERE c.kind = 'read-booking'
  AND NOT EXISTS (SELECT FROM rewind r WHERE c.completed >= r.began AND c.invoked <= r.ended)
  AND (c.status = 404 AND b.buyer = c.buyer AND b.ended < c.invoked
    OR c.meaning = 'd' AND (b.id IS NULL OR b.began > c.completed
      OR c.states = 'confirmed' AND x.ended < c.invoked
      OR c.states = 'cancelled' AND (x.id IS NULL OR x.began > c.completed)))
UNION ALL
SELECT 'hold ' || c.subject,
  CASE
    WHEN c.status = 404 THEN format('did not exist for call %s, and its buyer knew of it at %s µs', c.id, h.ended)
    WHEN h.id IS NULL THEN format('was read by call %s and does not exist', c.id)
    ELSE format('was live for call %s, and its buyer knew at %s µs that it was not', c.id, least(g.ended, p.ended)) END,
  ARRAY[c.id, h.answered_by, g.answered_by, p.answered_by],
  ARRAY['hold ' || c.subject]
FROM call c
LEFT JOIN effect h ON h.kind = 'h' AND h.id::text = c.subject
LEFT JOIN effect g ON g.kind = 'r' AND g.id = h.id
LEFT JOIN booking b ON b.hold_id = h.id
LEFT JOIN effect p ON p.kind = 'b' AND p.id = b.id
WHERE c.kind = 'read-hold'
  AND NOT EXISTS (SELECT FROM rewind r WHERE c.completed >= r.began AND c.invoked <= r.ended)
  AND (c.status = 404 AND h.buyer = c.buyer AND h.ended < c.invoked
    OR c.meaning = 'd' AND (h.id IS NULL OR h.began > c.completed OR g.ended < c.invoked OR p.ended < c.invoked))
