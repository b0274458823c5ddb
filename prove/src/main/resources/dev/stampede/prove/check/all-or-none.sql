-- A claim for several seats gets all of them, in one moment, or none.
-- checked
SELECT (SELECT count(*) FROM hold) + (SELECT count(*) FROM booking)
-- violations
WITH moved AS (
  SELECT CASE WHEN type = 's' OR reason = 'x' THEN booking_id ELSE hold_id END AS id, reason,
    array_agg(number) AS seats, min(at) AS first, max(at) AS last,
    array_agg(seat_ref(show_id, number, version)) AS refs
  FROM seat_version
  WHERE reason IN ('c', 'p', 'x')
    AND CASE WHEN type = 's' OR reason = 'x' THEN booking_id ELSE hold_id END IS NOT NULL
  GROUP BY 1, 2),
-- Seats that moved at once, by the tables of holds and bookings.
said AS (
  SELECT id, 'c'::"char" AS reason, seats, 'hold' AS kind, 'held' AS verb FROM hold
  UNION ALL
  SELECT id, 'p', seats, 'booking', 'sold' FROM booking
  UNION ALL
  SELECT id, 'x', seats, 'booking', 'given back' FROM booking WHERE cancelled_at IS NOT NULL)
SELECT coalesce(s.kind || ' ' || s.id, 'id ' || m.id) AS subject,
  CASE
    WHEN s.id IS NULL THEN format('%s seats were moved for it, and no such row exists', cardinality(m.seats))
    WHEN m.id IS NULL THEN format('none of its %s seats was %s', cardinality(s.seats), s.verb)
    WHEN NOT same_seats(s.seats, m.seats)
      THEN format('of its seats %s, these were %s: %s', s.seats, s.verb, m.seats)
    ELSE format('its seats were %s at %s and at %s', s.verb, m.first, m.last) END AS what,
  array_remove(ARRAY[f.asked_by, f.answered_by], NULL) AS calls,
  coalesce(m.refs, '{}') || coalesce(s.kind || ' ' || s.id, 'none') AS rows
FROM said s
FULL JOIN moved m ON m.id = s.id AND m.reason = s.reason
LEFT JOIN effect f ON f.id = s.id AND f.kind = CASE s.reason WHEN 'c' THEN 'h' WHEN 'p' THEN 'b' ELSE 'x' END::"char"
WHERE s.id IS NULL OR m.id IS NULL OR NOT same_seats(s.seats, m.seats) OR m.first <> m.last
UNION ALL
SELECT seat_name(show_id, number), format('version %s is of a booking, and names none', version), '{}',
  ARRAY[seat_ref(show_id, number, version)]
FROM seat_version
WHERE (type = 's' OR reason = 'x') AND booking_id IS NULL
UNION ALL
-- And the answer names as many as were asked for.
SELECT 'call ' || id,
  format('asked for %s and was given %s', CASE seats WHEN '{}' THEN amount || ' seats' ELSE seats::text END,
    got_seats),
  ARRAY[id], ARRAY['hold ' || made]
FROM promise
WHERE kind IN ('hold', 'best', 'book-now')
  AND CASE seats WHEN '{}' THEN cardinality(got_seats) <> amount ELSE NOT same_seats(seats, got_seats) END
