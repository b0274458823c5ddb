-- A pass is its buyer's alone, and claims nothing after a booking of its buyer has spent it.
-- checked
SELECT count(*) FROM call WHERE pass <> ''
-- violations
-- Shows with a waiting room. A pass that was given before a booking was asked for is spent by it; one
-- that was given later may be for another visit.
WITH given AS (
  SELECT got_pass AS pass, show, buyer, min(completed) AS at, min(id) AS call
  FROM call
  WHERE got_pass <> '' AND meaning = 'd'
  GROUP BY got_pass, show, buyer),
claimed AS (
  SELECT p.*
  FROM promise p
  JOIN show s ON s.id = p.show AND s.room_enabled
  WHERE p.kind IN ('hold', 'best', 'book-now') AND p.status = 201 AND NOT p.replayed),
-- The first booking that each pass was there for, by when its buyer knew of it.
spent AS (
  SELECT g.pass, g.show, g.buyer, min(b.completed) AS at, (array_agg(b.id ORDER BY b.completed))[1] AS call
  FROM given g
  JOIN promise b ON b.buyer = g.buyer AND b.kind IN ('book', 'book-now', 'book-outside') AND b.status = 201
    AND NOT b.replayed AND b.invoked > g.at
  JOIN booking k ON k.id::text = b.made AND k.show_id = g.show
  GROUP BY g.pass, g.show, g.buyer)
SELECT 'pass ' || c.pass AS subject,
  format('was spent by call %s at %s µs, and claimed seats for call %s from %s µs on', s.call, s.at, c.id, c.invoked) AS what,
  ARRAY[s.call, c.id] AS calls,
  ARRAY['hold ' || c.made, 'booking ' || c.made] AS rows
FROM claimed c
JOIN spent s ON s.pass = c.pass AND s.show = c.show AND s.buyer = c.buyer
WHERE c.invoked > s.at
UNION ALL
SELECT 'call ' || c.id, CASE c.pass
    WHEN '' THEN 'claimed seats of a show with a waiting room, without a pass'
    ELSE format('claimed seats with pass %s, which is that of %s', c.pass, o.buyer) END,
  array_remove(ARRAY[o.call, c.id], NULL), ARRAY['hold ' || c.made, 'booking ' || c.made]
FROM claimed c
LEFT JOIN given m ON m.pass = c.pass AND m.show = c.show AND m.buyer = c.buyer
LEFT JOIN given o ON o.pass = c.pass AND m.pass IS NULL
WHERE c.pass = '' OR m.pass IS NULL AND o.pass IS NOT NULL
