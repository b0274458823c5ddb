-- The versions of a seat are dense, each follows from the one before, and replaying them gives the tables.
-- checked
SELECT count(*) FROM seat_version
-- violations
SELECT seat_name(show_id, number) AS subject,
  format('version %s comes after version %s', version, coalesce(version_before, 0)) AS what,
  '{}'::bigint[] AS calls,
  ARRAY[seat_ref(show_id, number, version_before), seat_ref(show_id, number, version)] AS rows
FROM seat_version
WHERE version > 0 AND version <> coalesce(version_before, 0) + 1
UNION ALL
SELECT seat_name(show_id, number),
  format('version %s (%s, %s) of hold %s cannot follow %s of hold %s', version, type, reason, hold_id,
    coalesce(type_before::text, 'nothing'), coalesce(hold_before::text, 'none')),
  '{}', ARRAY[seat_ref(show_id, number, version_before), seat_ref(show_id, number, version)]
FROM seat_version
WHERE version > 0 AND NOT CASE
  WHEN type = 'h' AND reason = 'c' THEN coalesce(type_before, 'r') = 'r'
  WHEN type = 'h' AND reason = 'm' THEN type_before = 'h' AND hold_before = hold_id
  WHEN type = 'r' AND reason IN ('g', 'e') THEN coalesce(type_before = 'h' AND hold_before = hold_id, false)
  WHEN type = 'r' AND reason = 'x' THEN coalesce(type_before = 's' AND hold_before = hold_id, false)
  -- Sales are the business of one-owner and no-confirmation-after-later-owner.
  WHEN type = 's' AND reason = 'p' THEN true
  ELSE false END
UNION ALL
-- The last version and the seat's row.
SELECT seat_name(coalesce(s.show_id, v.show_id), coalesce(s.number, v.number)),
  CASE
    WHEN s.show_id IS NULL THEN 'has events and no row'
    WHEN v.show_id IS NULL THEN format('is at version %s and has no events', s.version)
    ELSE format('its row says version %s, %s, hold %s of %s, and its last event version %s, %s, hold %s of %s',
      s.version, s.state, coalesce(s.hold_id::text, 'none'), coalesce(s.buyer, 'nobody'), v.version,
      v.letter, v.hold_id, v.buyer) END,
  '{}', ARRAY[seat_ref(v.show_id, v.number, v.version)]
FROM (SELECT * FROM seat WHERE version > 0 OR state <> 'f') AS s
FULL JOIN (
  SELECT DISTINCT ON (show_id, number) *
  FROM seat_version
  WHERE version > 0
  ORDER BY show_id, number, version DESC) AS v
  ON v.show_id = s.show_id AND v.number = s.number
WHERE s.show_id IS NULL OR v.show_id IS NULL OR s.version <> v.version OR s.state <> v.letter
  OR s.state <> 'f' AND (s.hold_id IS DISTINCT FROM v.hold_id OR s.buyer IS DISTINCT FROM v.buyer)
UNION ALL
-- Events and the holds and bookings that they name.
SELECT seat_name(v.show_id, v.number),
  format('version %s names %s of %s, and that row says otherwise', v.version,
    CASE v.type WHEN 's' THEN 'booking ' || v.booking_id ELSE 'hold ' || v.hold_id END, v.buyer),
  '{}', ARRAY[seat_ref(v.show_id, v.number, v.version), 'hold ' || v.hold_id, 'booking ' || v.booking_id]
FROM seat_version v
LEFT JOIN hold h ON v.type = 'h' AND h.id = v.hold_id
LEFT JOIN booking b ON v.type = 's' AND b.id = v.booking_id
WHERE v.type = 'h' AND (h.buyer <> v.buyer OR h.show_id <> v.show_id)
  OR v.type = 's' AND (b.buyer <> v.buyer OR b.show_id <> v.show_id OR b.hold_id <> v.hold_id)
UNION ALL
-- The state of a hold.
SELECT 'hold ' || h.id,
  CASE
    WHEN h.state = 'p' THEN 'is paid, and no booking has it'
    WHEN b.id IS NOT NULL THEN format('is in state %s, and booking %s has paid it', h.state, b.id)
    ELSE format('is in state %s, and still has a seat', h.state) END,
  '{}', ARRAY['hold ' || h.id, 'booking ' || b.id]
FROM hold h
LEFT JOIN booking b ON b.hold_id = h.id
WHERE (h.state = 'p') <> (b.id IS NOT NULL)
  OR h.state IN ('r', 'e') AND EXISTS (
    SELECT FROM seat s
    JOIN seat_version v ON v.show_id = s.show_id AND v.number = s.number AND v.hold_id = h.id AND v.reason = 'c'
    WHERE s.hold_id = h.id)
UNION ALL
-- The table that keeps a second sale out of the database.
SELECT seat_name(coalesce(s.show_id, t.show_id), coalesce(s.number, t.number)),
  format('its row and the table of sold seats do not agree: sold is %s, and booked by %s', s.show_id IS NOT NULL,
    coalesce(t.booking_id::text, 'none')),
  '{}', ARRAY['booking ' || t.booking_id]
FROM (SELECT show_id, number FROM seat WHERE state = 's') AS s
FULL JOIN sold_seat t ON t.show_id = s.show_id AND t.number = s.number
WHERE s.show_id IS NULL OR t.show_id IS NULL
