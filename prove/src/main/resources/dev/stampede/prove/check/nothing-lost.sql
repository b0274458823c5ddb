-- Nothing that was acknowledged is lost, or is other than it was answered.
-- checked
SELECT count(*)
FROM promise
WHERE kind IN ('hold', 'best', 'release', 'extend', 'book', 'book-now', 'book-outside', 'outcome',
  'cancel', 'top-up', 'join', 'poll')
-- violations
SELECT 'hold ' || c.made AS subject,
  CASE
    WHEN h.id IS NULL THEN 'was acknowledged to ' || c.buyer || ' and does not exist'
    ELSE format('was acknowledged as seats %s of show %s for %s, %s points, and is seats %s of show %s for %s, %s points',
      c.got_seats, c.show, c.buyer, c.total, h.seats, h.show_id, h.buyer, h.total) END AS what,
  ARRAY[c.id] AS calls,
  ARRAY['hold ' || c.made] AS rows
FROM promise c
LEFT JOIN hold h ON h.id::text = c.made
WHERE c.kind IN ('hold', 'best')
  AND (h.id IS NULL OR h.buyer <> c.buyer OR h.show_id <> c.show OR h.total <> c.total
    OR NOT same_seats(h.seats, c.got_seats))
UNION ALL
SELECT 'booking ' || c.made,
  CASE
    WHEN b.id IS NULL THEN 'was acknowledged to ' || c.buyer || ' and does not exist'
    ELSE format('was acknowledged as seats %s for %s, %s points, and is seats %s for %s, %s points',
      c.got_seats, c.buyer, c.total, b.seats, b.buyer, b.total) END,
  ARRAY[c.id], ARRAY['booking ' || c.made]
FROM promise c
LEFT JOIN booking b ON b.id::text = c.made
WHERE (c.kind IN ('book', 'book-now', 'book-outside') OR c.kind = 'outcome' AND c.states = 'done'
    OR c.kind = 'book-async' AND c.status <> 202)
  AND (b.id IS NULL OR b.buyer <> c.buyer OR b.total <> c.total OR NOT same_seats(b.seats, c.got_seats)
    OR c.kind IN ('book', 'book-outside') AND b.hold_id::text <> c.subject
    OR c.states = 'cancelled' AND b.cancelled_at IS NULL)
UNION ALL
SELECT 'booking ' || c.subject,
  CASE WHEN b.id IS NULL THEN 'was cancelled and does not exist'
    ELSE 'was acknowledged as cancelled, and stands' END,
  ARRAY[c.id], ARRAY['booking ' || c.subject]
FROM promise c
LEFT JOIN booking b ON b.id::text = c.subject
WHERE c.kind = 'cancel' AND b.cancelled_at IS NULL
UNION ALL
SELECT 'hold ' || c.subject, 'was acknowledged as released, and is in state ' || coalesce(h.state::text, 'none'),
  ARRAY[c.id], ARRAY['hold ' || c.subject]
FROM promise c
LEFT JOIN hold h ON h.id::text = c.subject
WHERE c.kind = 'release' AND h.state IS DISTINCT FROM 'r'
UNION ALL
SELECT 'transfer ' || c.made,
  CASE WHEN t.id IS NULL THEN 'a top-up was acknowledged and does not exist'
    ELSE format('a top-up of %s for %s was acknowledged, and is one of %s for %s', c.amount,
      coalesce(nullif(c.subject, ''), c.buyer), t.amount, t.buyer) END,
  ARRAY[c.id], '{}'
FROM promise c
LEFT JOIN transfer t ON t.id::text = c.made AND t.kind = 't'
WHERE c.kind = 'top-up'
  AND (t.id IS NULL OR t.amount <> c.amount OR t.buyer <> coalesce(nullif(c.subject, ''), c.buyer))
UNION ALL
SELECT 'show ' || c.show, 'more time for its holds was acknowledged, and no extension is recorded',
  ARRAY[c.id], '{}'
FROM promise c
JOIN keyed k ON k.call = c.id
LEFT JOIN hold_extension e ON e.operation = k.operation
WHERE c.kind = 'extend' AND e.done IS NOT TRUE
UNION ALL
-- A pass is given by a row that lets its buyer in.
SELECT 'pass ' || c.got_pass, format('was given to %s in show %s, and nothing lets them in', c.buyer, c.show),
  ARRAY[c.id], '{}'
FROM promise c
WHERE c.kind IN ('join', 'poll') AND c.states = 'admitted'
  AND NOT EXISTS (SELECT FROM queue_gone g WHERE g.show_id = c.show AND g.buyer = c.buyer AND g.kind = 'a')
