-- No seat is two owners' at the same time, by what clients were answered and when.
-- checked
SELECT count(*)
FROM promise
WHERE kind IN ('hold', 'best', 'book', 'book-now', 'book-outside', 'outcome') AND made <> ''
-- violations
-- An owner has a seat for certain from the answer until somebody asks to give it back, and a hold
-- no longer than it lasts. A booking of a hold has its owner.
WITH ended AS (
  SELECT subject AS id, min(invoked) AS at
  FROM call
  WHERE kind IN ('release', 'cancel', 'book', 'book-async', 'book-outside') AND meaning <> 'n'
  GROUP BY subject),
booked AS (
  SELECT p.made AS id, coalesce(k.show_id, h.show_id, nullif(p.show, 0)) AS show, p.got_seats,
    min(p.completed) AS since, min(p.id) AS call,
    min(nullif(CASE
      WHEN p.kind IN ('book', 'book-outside') THEN p.subject
      WHEN a.seats = '{}' AND a.amount = 0 THEN a.subject
      ELSE own.id::text END, '')) AS hold
  FROM promise p
  -- What a request through Kafka asked for.
  LEFT JOIN call a ON p.kind = 'outcome' AND a.kind = 'book-async' AND a.made = p.subject
  -- A payment names a hold, and no show.
  LEFT JOIN booking k ON k.id::text = p.made
  LEFT JOIN hold h ON h.id::text = p.subject
  -- Seats that are asked for in one step and held by the buyer already: that hold is paid.
  LEFT JOIN hold own ON own.id = k.hold_id
  WHERE (p.kind IN ('book', 'book-now', 'book-outside') AND p.states <> 'cancelled'
      OR p.kind = 'outcome' AND p.states = 'done')
    AND p.made <> ''
  GROUP BY 1, 2, 3),
held AS (
  SELECT p.made AS id, p.show, p.got_seats, min(p.completed) AS since, min(p.invoked) AS begun,
    min(p.id) AS call
  FROM promise p
  WHERE p.kind IN ('hold', 'best') AND p.status = 201 AND NOT p.replayed
  GROUP BY p.made, p.show, p.got_seats),
owned AS (
  SELECT coalesce(b.hold, b.id) AS owner, b.id, b.show, b.got_seats, b.since,
    coalesce(e.at, 9223372036854775807) AS until, b.call
  FROM booked b
  LEFT JOIN ended e ON e.id = b.id
  UNION ALL
  SELECT h.id, h.id, h.show, h.got_seats, h.since,
    least(e.at, h.begun + s.hold_millis * 1000), h.call
  FROM held h
  JOIN show s ON s.id = h.show
  LEFT JOIN ended e ON e.id = h.id
  -- A clock that is set ends holds early.
  WHERE NOT EXISTS (
    SELECT FROM clock_step k
    WHERE k.began <= h.begun + s.hold_millis * 1000 AND k.ended >= h.begun)),
had AS (
  SELECT o.*, n.number,
    lag(o.owner) OVER seat AS owner_before,
    lag(o.until) OVER seat AS until_before,
    lag(o.call) OVER seat AS call_before
  FROM owned o
  CROSS JOIN LATERAL unnest(o.got_seats) AS n (number)
  WHERE o.since < o.until AND o.show IS NOT NULL
  -- If any two overlap, two neighbours do.
  WINDOW seat AS (PARTITION BY o.show, n.number ORDER BY o.since, o.call))
SELECT seat_name(show, number) AS subject,
  format('%s has had it since %s µs, but until %s µs it was certainly that of %s', owner, since,
    until_before, owner_before) AS what,
  ARRAY[call_before, call] AS calls,
  '{}'::text[] AS rows
FROM had
WHERE owner_before <> owner AND since < until_before
