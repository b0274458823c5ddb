-- The product's own figures, made of its events, count each change once.
-- checked
SELECT (SELECT count(*) FROM section_statistic) + (SELECT count(*) FROM booking_statistic)
-- violations
-- The consumer of the booking events. A rewind makes it count the table again.
SELECT 'show ' || coalesce(b.show_id, s.show_id) AS subject,
  format('has %s bookings, %s of them cancelled, and the statistics have counted %s and %s', coalesce(b.confirmed, 0),
    coalesce(b.cancelled, 0), coalesce(s.confirmed, 0), coalesce(s.cancelled, 0)) AS what,
  '{}'::bigint[] AS calls, '{}'::text[] AS rows
FROM (
  SELECT show_id, count(*) AS confirmed, count(cancelled_at) AS cancelled FROM booking GROUP BY show_id) AS b
FULL JOIN booking_statistic s ON s.show_id = b.show_id
WHERE (coalesce(b.confirmed, 0), coalesce(b.cancelled, 0)) <> (coalesce(s.confirmed, 0), coalesce(s.cancelled, 0))
UNION ALL
-- Its inbox knows the last version of each booking.
SELECT 'booking ' || b.id, format('was heard of up to version %s, and is at version %s', coalesce(i.version, 0),
    CASE WHEN b.cancelled_at IS NULL THEN 1 ELSE 2 END),
  '{}', ARRAY['booking ' || b.id]
FROM booking b
LEFT JOIN inbox i ON i.consumer = 'statistics' AND i.topic LIKE '%booking-events' AND i.key = b.id::text
WHERE coalesce(i.version, 0) <> CASE WHEN b.cancelled_at IS NULL THEN 1 ELSE 2 END
  AND NOT EXISTS (SELECT FROM rewind)
UNION ALL
-- The relay counts the changes of seats that it has sent.
SELECT 'show ' || coalesce(e.show_id, s.show_id),
  format('section %s had %s holds, %s releases, %s expiries, %s sales, %s cancellations, and the statistics have counted %s, %s, %s, %s, %s',
    coalesce(e.section, s.section), coalesce(e.held, 0), coalesce(e.given_back, 0), coalesce(e.lapsed, 0),
    coalesce(e.sold, 0), coalesce(e.cancelled, 0), coalesce(s.held, 0), coalesce(s.given_back, 0),
    coalesce(s.lapsed, 0), coalesce(s.sold, 0), coalesce(s.cancelled, 0)),
  '{}', '{}'
FROM (
  SELECT v.show_id, l.section,
    count(*) FILTER (WHERE v.type = 'h' AND v.reason = 'c') AS held,
    count(*) FILTER (WHERE v.type = 'r' AND v.reason = 'g') AS given_back,
    count(*) FILTER (WHERE v.type = 'r' AND v.reason = 'e') AS lapsed,
    count(*) FILTER (WHERE v.type = 's') AS sold,
    count(*) FILTER (WHERE v.type = 'r' AND v.reason = 'x') AS cancelled
  FROM seat_version v
  JOIN label l ON l.show_id = v.show_id AND l.number = v.number
  WHERE v.version > 0
  GROUP BY v.show_id, l.section) AS e
FULL JOIN (
  SELECT show_id, section, sum(held) AS held, sum(given_back) AS given_back, sum(lapsed) AS lapsed,
    sum(sold) AS sold, sum(cancelled) AS cancelled
  FROM section_statistic
  GROUP BY show_id, section) AS s ON s.show_id = e.show_id AND s.section = e.section
WHERE (coalesce(e.held, 0), coalesce(e.given_back, 0), coalesce(e.lapsed, 0), coalesce(e.sold, 0), coalesce(e.cancelled, 0))
  <> (coalesce(s.held, 0), coalesce(s.given_back, 0), coalesce(s.lapsed, 0), coalesce(s.sold, 0), coalesce(s.cancelled, 0))
