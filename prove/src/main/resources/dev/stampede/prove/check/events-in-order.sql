-- The events of each seat and booking are told in the order of their versions, without gaps, and repeats are the same again.
-- checked
SELECT count(*) FROM event
-- violations
WITH step AS (
  SELECT *,
    lag(version) OVER key AS before,
    lag(epoch) OVER key AS epoch_before,
    lag(pos) OVER key AS pos_before,
    max(version) OVER (PARTITION BY topic, key ORDER BY epoch, version
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS highest
  FROM told
  WINDOW key AS (PARTITION BY topic, key ORDER BY epoch, version))
SELECT 'event ' || key AS subject,
  CASE
    WHEN texts > 1 THEN format('version %s was told in %s different texts', version, texts)
    WHEN part <> last_part THEN format('version %s was told in partitions %s and %s', version, part, last_part)
    WHEN epoch_before = epoch AND pos < pos_before
      THEN format('version %s was told at offset %s, before version %s at %s', version, pos, before, pos_before)
    ELSE format('version %s of epoch %s was told after version %s', version, epoch, coalesce(highest, 0)) END AS what,
  '{}'::bigint[] AS calls,
  ARRAY['told ' || key || '/' || coalesce(before, version), 'told ' || key || '/' || version] AS rows
FROM step
WHERE texts > 1 OR part <> last_part
  OR epoch_before = epoch AND (version <> before + 1 OR pos < pos_before)
  -- A rewind takes versions back: the first event of an epoch follows any that was there.
  OR epoch_before IS DISTINCT FROM epoch AND version > coalesce(highest, 0) + 1
UNION ALL
SELECT 'event ' || e.key, format('at offset %s of partition %s of %s is no event: %s', e.pos, e.part, e.topic, left(e.value, 80)),
  '{}', '{}'
FROM event e
WHERE NOT (pg_input_is_valid(e.value, 'jsonb') AND e.value LIKE '%"version"%')
  AND NOT EXISTS (SELECT FROM poison p WHERE p.key = e.key)
