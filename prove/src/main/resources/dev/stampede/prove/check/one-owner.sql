-- A seat has at most one live sale at any time.
-- checked
SELECT count(*) FROM seat_version WHERE version > 0
-- violations
-- In its history: sold or held again before its booking was cancelled.
SELECT seat_name(show_id, number) AS subject,
  format('version %s gives it to %s although it is sold to booking %s since version %s', version,
    buyer, booking_before, version_before) AS what,
  '{}'::bigint[] AS calls,
  ARRAY[seat_ref(show_id, number, version_before), seat_ref(show_id, number, version),
    'booking ' || booking_before, 'booking ' || booking_id] AS rows
FROM seat_version
WHERE type_before = 's' AND type <> 'r'
UNION ALL
-- Freed by a cancellation of another booking than the one that has it.
SELECT seat_name(show_id, number),
  format('version %s frees it for the cancelled booking %s, but it belongs to %s', version,
    booking_id, coalesce(booking_before::text, 'none')),
  '{}',
  ARRAY[seat_ref(show_id, number, version_before), seat_ref(show_id, number, version)]
FROM seat_version
WHERE type_before = 's' AND type = 'r' AND (reason <> 'x' OR booking_before IS DISTINCT FROM booking_id)
UNION ALL
-- A held seat is taken from its owner.
SELECT seat_name(v.show_id, v.number),
  format('version %s takes it from hold %s, %s', v.version, v.hold_before,
    CASE WHEN v.hold_before <> v.hold_id THEN 'for hold ' || v.hold_id ELSE 'which nobody gave back' END),
  '{}',
  ARRAY[seat_ref(v.show_id, v.number, v.version_before), seat_ref(v.show_id, v.number, v.version), 'hold ' || v.hold_before]
FROM seat_version v
LEFT JOIN hold h ON h.id = v.hold_before
WHERE v.type_before = 'h'
  AND (v.hold_before <> v.hold_id OR v.type = 'r' AND v.reason = 'g' AND h.state <> 'r')
UNION ALL
-- In the bookings: several that stand have it.
SELECT seat_name(b.show_id, s.number),
  format('%s bookings that stand have it', count(*)),
  '{}', array_agg('booking ' || b.id ORDER BY b.confirmed_at)
FROM booking b
CROSS JOIN LATERAL unnest(b.seats) AS s (number)
WHERE b.cancelled_at IS NULL
GROUP BY b.show_id, s.number
HAVING count(*) > 1
