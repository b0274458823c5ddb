-- Writes under a lock are accepted in the order of their fences, each once, and a refused one is not written.
-- checked
SELECT (SELECT count(*) FROM fenced_write) + (SELECT count(*) FROM promise WHERE kind = 'fenced-write')
-- violations
SELECT 'resource ' || resource AS subject,
  format('accepted fence %s of %s after fence %s of %s', fence, writer, fence_before, writer_before) AS what,
  ARRAY[call_before, call_id] AS calls,
  ARRAY['write ' || id_before, 'write ' || id] AS rows
FROM (
  SELECT *, lag(fence) OVER w AS fence_before, lag(writer) OVER w AS writer_before,
    lag(call_id) OVER w AS call_before, lag(id) OVER w AS id_before
  FROM fenced_write
  WINDOW w AS (PARTITION BY resource ORDER BY id)) AS step
WHERE fence <= fence_before
UNION ALL
SELECT 'resource ' || c.subject, format('lost the write with fence %s that it had accepted', c.amount),
  ARRAY[c.id], '{}'
FROM promise c
WHERE c.kind = 'fenced-write'
  AND NOT EXISTS (
    SELECT FROM fenced_write w WHERE w.call_id = c.id AND w.resource = c.subject AND w.fence = c.amount)
UNION ALL
SELECT 'resource ' || w.resource, format('has the write with fence %s, which was refused', w.fence),
  ARRAY[c.id], ARRAY['write ' || w.id]
FROM fenced_write w
JOIN call c ON c.id = w.call_id
WHERE c.meaning = 'n'
UNION ALL
SELECT 'resource ' || w.resource, format('has a write with fence %s that nobody asked for', w.fence),
  '{}', ARRAY['write ' || w.id]
FROM fenced_write w
WHERE NOT EXISTS (SELECT FROM call c WHERE c.id = w.call_id AND c.kind = 'fenced-write')
UNION ALL
-- A lock is one holder's while it lasts: its write is not behind another's, unless Redis has lost the lock.
SELECT 'resource ' || c.subject, format('refused fence %s within %s µs of the call, and the lock lasts longer', c.amount,
    c.completed - c.invoked),
  ARRAY(SELECT w.call_id FROM fenced_write w WHERE w.resource = c.subject AND w.fence > c.amount
    ORDER BY w.fence LIMIT 1) || c.id,
  ARRAY(SELECT 'write ' || w.id FROM fenced_write w WHERE w.resource = c.subject AND w.fence > c.amount
    ORDER BY w.fence LIMIT 1)
FROM call c
CROSS JOIN tolerance t
WHERE c.kind = 'fenced-write' AND c.problem = 'stale-fence' AND c.completed - c.invoked < t.lock
  AND NOT EXISTS (SELECT FROM redis_loss f WHERE f.began <= c.completed AND f.ended >= c.invoked)
  AND NOT EXISTS (SELECT FROM rewind r WHERE r.ended <= c.completed)
