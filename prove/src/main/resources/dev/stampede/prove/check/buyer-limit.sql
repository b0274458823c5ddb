-- No buyer has more seats of a show than its limit, and no hold has more than a hold may have.
-- checked
SELECT (SELECT count(*) FROM hold) + (SELECT count(*) FROM booking)
-- violations
SELECT 'hold ' || h.id AS subject,
  format('has %s seats, and a hold in show %s may have %s', cardinality(h.seats), s.id, s.max_seats_per_hold) AS what,
  '{}'::bigint[] AS calls,
  ARRAY['hold ' || h.id] AS rows
FROM hold h
JOIN show s ON s.id = h.show_id
WHERE cardinality(h.seats) > s.max_seats_per_hold
UNION ALL
-- Seats bought with points, in the order of the wallet: no clock is needed.
SELECT 'buyer ' || buyer, format('had booked %s seats of show %s after entry %s, and may have %s', seats, show_id,
    number, most),
  '{}', ARRAY['entry ' || buyer || '/' || number, 'booking ' || id]
FROM (
  SELECT b.buyer, b.show_id, b.id, v.number, s.max_seats_per_buyer AS most,
    sum(CASE v.kind WHEN 'p' THEN 1 ELSE -1 END * cardinality(b.seats)) OVER (
      PARTITION BY b.show_id, b.buyer ORDER BY v.number) AS seats
  FROM wallet_version v
  JOIN booking b ON b.id = v.booking_id
  JOIN show s ON s.id = b.show_id AND s.max_seats_per_buyer IS NOT NULL
  WHERE v.kind IN ('p', 'r')) AS booked
WHERE seats > most
UNION ALL
-- Holds too, by the database's time: only if nobody has set its clock.
SELECT 'buyer ' || buyer, format('had %s seats of show %s at %s, and may have %s', seats, show_id, at, most),
  '{}', ARRAY[ref]
FROM (
  SELECT m.*, s.max_seats_per_buyer AS most,
    sum(m.more) OVER (PARTITION BY m.show_id, m.buyer ORDER BY m.at, m.more
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS seats
  FROM (
    SELECT h.show_id, h.buyer, h.created_at AS at, cardinality(h.seats) AS more, 'hold ' || h.id AS ref
    FROM hold h
    UNION ALL
    SELECT h.show_id, h.buyer, least(h.expires_at, min(v.at)), -cardinality(h.seats), 'hold ' || h.id
    FROM hold h
    LEFT JOIN seat_version v ON v.hold_id = h.id AND v.reason IN ('g', 'e', 'p')
    GROUP BY h.show_id, h.buyer, h.expires_at, h.seats, h.id
    UNION ALL
    SELECT b.show_id, b.buyer, b.confirmed_at, cardinality(b.seats), 'booking ' || b.id
    FROM booking b
    UNION ALL
    SELECT b.show_id, b.buyer, b.cancelled_at, -cardinality(b.seats), 'booking ' || b.id
    FROM booking b
    WHERE b.cancelled_at IS NOT NULL) AS m
  JOIN show s ON s.id = m.show_id AND s.max_seats_per_buyer IS NOT NULL) AS swept
WHERE seats > most AND NOT EXISTS (SELECT FROM clock_step)
