-- Replaying the events of the bookings gives the bookings.
-- checked
SELECT count(*) FROM booking
-- violations
WITH expected AS (
  SELECT b.id, 1 AS version, 'confirmed' AS state, b.confirmed_at AS at, b AS whole
  FROM booking b
  UNION ALL
  SELECT b.id, 2, 'cancelled', b.cancelled_at, b
  FROM booking b
  WHERE b.cancelled_at IS NOT NULL),
heard AS (
  SELECT DISTINCT ON (t.key, t.version) t.key, t.epoch, t.version, t.value::jsonb AS value
  FROM told t
  WHERE t.topic = 'b'
  ORDER BY t.key, t.version, t.epoch DESC)
SELECT 'booking ' || coalesce(e.id::text, h.key) AS subject,
  CASE
    WHEN h.key IS NULL THEN e.state || ' was never told'
    WHEN e.id IS NULL THEN format('%s was told in epoch %s, and is not in the database', h.value ->> 'type', h.epoch)
    ELSE format('was told otherwise than it is: %s', h.value) END AS what,
  '{}'::bigint[] AS calls,
  ARRAY['booking ' || coalesce(e.id::text, h.key), 'told ' || h.key || '/' || h.version] AS rows
FROM expected e
FULL JOIN heard h ON h.key = e.id::text AND h.version = e.version
WHERE h.key IS NULL
  OR e.id IS NULL AND NOT (
    EXISTS (SELECT FROM rewind) AND h.epoch < (SELECT max(epoch) FROM database_epoch))
  OR e.id IS NOT NULL AND (
    h.value ->> 'type' <> 'booking.' || e.state
    OR h.value ->> 'buyer' <> (e.whole).buyer
    OR (h.value ->> 'at')::timestamptz <> e.at
    OR (h.value -> 'booking' ->> 'showId')::bigint <> (e.whole).show_id
    OR (h.value -> 'booking' ->> 'total')::bigint <> (e.whole).total
    OR NOT same_seats((e.whole).seats, ARRAY(
      SELECT l.number
      FROM jsonb_array_elements_text(h.value -> 'booking' -> 'seats') AS s (seat)
      JOIN label l ON l.show_id = (e.whole).show_id AND l.seat = s.seat)))
