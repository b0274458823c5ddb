-- A seat map shows each seat as it was at some moment of the call, or as long before as is documented.
-- checked
SELECT coalesce(sum(cardinality(seats)), 0)
FROM call
WHERE kind = 'read-seats' AND meaning = 'd' AND problem <> 'stale'
-- violations
WITH look AS (
  SELECT c.id, c.show, s.number, substr(c.states, s.place::integer, 1)::"char" AS letter, c.invoked, c.completed,
    map_shows_from(c.invoked, c.completed) AS shows_from
  FROM call c
  CROSS JOIN LATERAL unnest(c.seats) WITH ORDINALITY AS s (number, place)
  -- A map that says that it is stale has its age beside it.
  WHERE c.kind = 'read-seats' AND c.meaning = 'd' AND c.problem <> 'stale')
SELECT seat_name(l.show, l.number) AS subject,
  format('call %s showed it as %s; it cannot have been that between %s µs and %s µs', l.id, l.letter,
    l.shows_from, l.completed) AS what,
  ARRAY[l.id] AS calls,
  ARRAY[seat_ref(l.show, l.number, v.version), seat_ref(l.show, l.number, fit.version),
    seat_ref(l.show, l.number, fit.version + 1)] AS rows
FROM look l
-- The last version that anybody had asked for by then, and the last one before it with that letter.
CROSS JOIN LATERAL (
  SELECT *
  FROM seat_version v
  WHERE v.show_id = l.show AND v.number = l.number AND v.since <= l.completed
  ORDER BY v.since DESC, v.version DESC
  LIMIT 1) AS v
LEFT JOIN seat_version fit ON fit.show_id = v.show_id AND fit.number = v.number
  AND fit.version = CASE l.letter
    WHEN 'f' THEN v.last_free WHEN 'h' THEN v.last_held WHEN 's' THEN v.last_sold END
WHERE l.letter IN ('f', 'h', 's')
  AND (fit.until IS NULL OR fit.until < l.shows_from)
  -- A seat whose hold has ended is shown as free before anybody writes it down.
  -- Versions begin and end in their order, so the first that may have been seen ended first.
  AND NOT (l.letter = 'f' AND EXISTS (
    SELECT
    FROM (
      SELECT * FROM seat_version
      WHERE show_id = l.show AND number = l.number AND letter = 'h' AND until >= l.shows_from
      ORDER BY until, version
      LIMIT 1) AS h
    JOIN show s ON s.id = h.show_id
    WHERE h.version <= v.version
      AND (h.since + s.hold_millis * 1000 <= l.completed OR EXISTS (SELECT FROM clock_step))))
  AND NOT EXISTS (SELECT FROM rewind_seen r WHERE l.completed >= r.began AND l.invoked <= r.seen)
