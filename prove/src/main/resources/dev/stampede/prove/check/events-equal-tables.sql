-- Replaying the events of the seats gives their history: every version is told as it was, and nothing else is.
-- checked
SELECT count(*) FROM seat_version WHERE version > 0
-- violations
SELECT coalesce(seat_name(v.show_id, v.number), 'event ' || t.key) AS subject,
  CASE
    WHEN t.key IS NULL THEN format('version %s was never told', v.version)
    WHEN v.show_id IS NULL THEN format('version %s of epoch %s was told, and is not in the database', t.version, t.epoch)
    ELSE format('version %s was told as %s %s of hold %s, booking %s, %s at %s', v.version, t.type, t.reason,
      t.hold_id, coalesce(t.booking_id::text, 'none'), t.buyer, t.at) END AS what,
  '{}'::bigint[] AS calls,
  ARRAY[seat_ref(v.show_id, v.number, v.version), 'told ' || t.key || '/' || t.version] AS rows
FROM (SELECT * FROM seat_version WHERE version > 0) AS v
FULL JOIN (SELECT * FROM told_seat WHERE latest) AS t
  ON t.show_id = v.show_id AND t.number = v.number AND t.version = v.version
WHERE t.key IS NULL
  OR v.show_id IS NULL AND NOT (
    -- Undone by a rewind: it was told in an epoch that has ended.
    EXISTS (SELECT FROM rewind) AND t.epoch < (SELECT max(epoch) FROM database_epoch))
  OR (v.type, v.reason, v.hold_id, v.buyer, v.at) IS DISTINCT FROM (t.type, t.reason, t.hold_id, t.buyer, t.at)
    AND v.show_id IS NOT NULL
  OR v.show_id IS NOT NULL AND v.booking_id IS DISTINCT FROM t.booking_id
