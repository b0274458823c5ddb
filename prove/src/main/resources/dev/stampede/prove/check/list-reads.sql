-- A list of bookings has all that its buyer knew of a while before, and nothing that is not theirs.
-- checked
SELECT count(*) FROM promise WHERE kind = 'list-bookings'
-- violations
-- A list may be as old as a replica may be; one that says that it is stale may be older.
WITH list AS (
  SELECT p.id, p.buyer, p.invoked - t.replica AS shows_from, p.completed, p.amount, p.total,
    string_to_array(p.made, ',') AS ids, p.states
  FROM promise p
  CROSS JOIN tolerance t
  WHERE p.kind = 'list-bookings' AND p.problem <> 'stale'
    AND NOT EXISTS (SELECT FROM rewind r WHERE p.completed >= r.began AND p.invoked - t.replica <= r.ended)),
item AS (
  SELECT l.*, i.id AS booking, substr(l.states, i.place::integer, 1) AS state
  FROM list l
  CROSS JOIN LATERAL unnest(l.ids) WITH ORDINALITY AS i (id, place)
  WHERE i.id <> '')
SELECT 'booking ' || i.booking AS subject,
  CASE
    WHEN b.id IS NULL THEN format('is in the list of %s that call %s read, and does not exist', i.buyer, i.id)
    WHEN b.buyer <> i.buyer THEN format('of %s is in the list of %s that call %s read', b.buyer, i.buyer, i.id)
    ELSE format('was listed as %s by call %s', CASE i.state WHEN 'x' THEN 'cancelled' ELSE 'confirmed' END, i.id) END AS what,
  ARRAY[i.id, b.asked_by, x.answered_by] AS calls,
  ARRAY['booking ' || i.booking] AS rows
FROM item i
LEFT JOIN effect b ON b.kind = 'b' AND b.id::text = i.booking
LEFT JOIN effect x ON x.kind = 'x' AND x.id = b.id
WHERE b.id IS NULL OR b.buyer <> i.buyer OR b.began > i.completed
  OR i.state = 'x' AND (x.id IS NULL OR x.began > i.completed)
  OR i.state = 'c' AND x.ended < i.shows_from
UNION ALL
-- A list that is shorter than it might be is whole.
SELECT 'booking ' || b.id, format('is missing from the list that call %s read, and its buyer knew of it at %s µs', l.id, b.ended),
  ARRAY[b.answered_by, l.id], ARRAY['booking ' || b.id]
FROM list l
JOIN effect b ON b.kind = 'b' AND b.buyer = l.buyer AND b.ended < l.shows_from
WHERE l.total < l.amount AND NOT b.id::text = ANY (l.ids)
