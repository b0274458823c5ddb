-- The events as consumers read them, taken apart once.

-- Numbers of seats by their labels, as seat maps count them.
CREATE UNLOGGED TABLE label AS
SELECT show_id, name AS section, name || '-' || r || '-' || s AS seat,
  first + (r - 1) * seats_per_row + s - 1 AS number
FROM (
  SELECT *, coalesce(sum(coalesce(capacity, row_count * seats_per_row)) OVER (
    PARTITION BY show_id ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::integer AS first
  FROM section) AS placed
CROSS JOIN LATERAL generate_series(1, row_count) AS r
CROSS JOIN LATERAL generate_series(1, seats_per_row) AS s
WHERE capacity IS NULL
UNION ALL
SELECT show_id, name, name || '-' || s, first + s - 1
FROM (
  SELECT *, coalesce(sum(coalesce(capacity, row_count * seats_per_row)) OVER (
    PARTITION BY show_id ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::integer AS first
  FROM section) AS placed
CROSS JOIN LATERAL generate_series(1, capacity) AS s
WHERE capacity IS NOT NULL;

CREATE INDEX ON label (show_id, seat);
CREATE INDEX ON label (show_id, number);
ANALYZE label;

-- Records that are no events are not among them.
CREATE VIEW readable AS
SELECT *, value::jsonb AS json
FROM event
WHERE (topic LIKE '%seat-events' OR topic LIKE '%booking-events') AND pg_input_is_valid(value, 'jsonb');

-- One row for each event; how often and where it was sent, and if the repeats were the same.
CREATE UNLOGGED TABLE told AS
SELECT topic, key, epoch, version, min(pos) AS pos, min(part) AS part, max(part) AS last_part,
  count(DISTINCT md5(value)) AS texts, min(value) AS value
FROM (
  SELECT CASE WHEN topic LIKE '%seat-events' THEN 's' ELSE 'b' END::"char" AS topic, key, part, pos,
    coalesce((json ->> 'epoch')::bigint, 1) AS epoch, (json ->> 'version')::integer AS version, value
  FROM readable
  WHERE json ->> 'version' IS NOT NULL) AS e
GROUP BY topic, key, epoch, version;

ANALYZE told;

CREATE UNLOGGED TABLE told_seat AS
SELECT l.show_id, l.number, t.key, t.epoch, t.version,
  substr(v.value ->> 'type', 6, 1)::"char" AS type,
  CASE v.value ->> 'reason' WHEN 'claimed' THEN 'c' WHEN 'given-back' THEN 'g' WHEN 'expired' THEN 'e'
    WHEN 'more-time' THEN 'm' WHEN 'paid' THEN 'p' WHEN 'cancelled' THEN 'x' END::"char" AS reason,
  (v.value ->> 'holdId')::uuid AS hold_id,
  (v.value ->> 'bookingId')::uuid AS booking_id,
  v.value ->> 'buyer' AS buyer,
  (v.value ->> 'at')::timestamptz AS at,
  row_number() OVER (PARTITION BY t.key, t.version ORDER BY t.epoch DESC) = 1 AS latest
FROM told t
CROSS JOIN LATERAL (SELECT t.value::jsonb AS value) AS v
LEFT JOIN label l ON l.show_id = (v.value ->> 'showId')::bigint AND l.seat = v.value ->> 'seat'
WHERE t.topic = 's';

CREATE INDEX ON told_seat (show_id, number, version);
ANALYZE told_seat;
