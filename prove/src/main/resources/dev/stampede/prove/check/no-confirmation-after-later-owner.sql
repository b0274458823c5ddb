-- No hold is confirmed after it was given back or after a later owner has its seats, and each ends by its time.
-- checked
SELECT count(*) FROM seat_version WHERE type = 's' OR reason IN ('e', 'g')
-- violations
SELECT seat_name(show_id, number) AS subject,
  format('version %s sells it by hold %s, but version %s gave it to hold %s', version, hold_id,
    version_before, hold_before) AS what,
  '{}'::bigint[] AS calls,
  ARRAY[seat_ref(show_id, number, version_before), seat_ref(show_id, number, version),
    'booking ' || booking_id] AS rows
FROM seat_version
WHERE type = 's' AND type_before = 'h' AND hold_before <> hold_id
UNION ALL
SELECT seat_name(v.show_id, v.number),
  format('version %s sells it by hold %s, which its buyer had given back at version %s', v.version,
    v.hold_id, g.version),
  '{}',
  ARRAY[seat_ref(v.show_id, v.number, g.version), seat_ref(v.show_id, v.number, v.version),
    'booking ' || v.booking_id]
FROM seat_version v
JOIN seat_version g ON g.hold_id = v.hold_id AND g.show_id = v.show_id AND g.number = v.number
  AND g.reason = 'g' AND g.version < v.version
WHERE v.type = 's'
UNION ALL
-- Both times are the database's, and each decision has used the one that it wrote.
SELECT seat_name(v.show_id, v.number),
  format('version %s is of %s, and hold %s ended at %s', v.version,
    CASE v.reason WHEN 'e' THEN 'an expiry' WHEN 'g' THEN 'a release' ELSE 'a payment' END || ' at ' || v.at,
    h.id, h.expires_at),
  '{}', ARRAY['hold ' || h.id, seat_ref(v.show_id, v.number, v.version)]
FROM seat_version v
JOIN hold h ON h.id = v.hold_id
WHERE v.type_before = 'h' AND v.hold_before = v.hold_id
  AND CASE v.reason
    WHEN 'e' THEN v.at < h.expires_at
    WHEN 'g' THEN v.at >= h.expires_at
    WHEN 'p' THEN v.at >= h.expires_at
    ELSE false END
