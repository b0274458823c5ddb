-- After the last repair everything lapses, drains and is quiet within the stated time.
-- checked
SELECT (SELECT count(*) FROM hold) + (SELECT count(*) FROM outbox) + (SELECT count(*) FROM job)
  + (SELECT count(*) FROM run WHERE name IN ('healedMicros', 'drainedMicros'))
-- violations
SELECT 'run' AS subject,
  format('it took %s s from the last repair until everything was drained, and %s s are allowed',
    (d.value::bigint - h.value::bigint) / 1000000, t.quiet_after / 1000000) AS what,
  '{}'::bigint[] AS calls, '{}'::text[] AS rows
FROM run d
JOIN run h ON h.name = 'healedMicros'
CROSS JOIN tolerance t
WHERE d.name = 'drainedMicros' AND d.value::bigint - h.value::bigint > t.quiet_after
UNION ALL
SELECT 'outbox', format('has %s rows that were never sent', count(*)), '{}', '{}'
FROM outbox
HAVING count(*) > 0
UNION ALL
SELECT 'hold ' || h.id, format('ended at %s and is still live', h.expires_at), '{}', ARRAY['hold ' || h.id]
FROM hold h
CROSS JOIN (SELECT value::timestamptz AS at FROM run WHERE name = 'begunAt') AS begun
JOIN run d ON d.name = 'drainedMicros'
WHERE h.state = 'l' AND h.expires_at < begun.at + d.value::bigint * interval '1 microsecond'
UNION ALL
-- Recurring jobs wait for their next time, always.
SELECT 'job ' || id, format('of kind %s still waits, in attempt %s: %s', kind, attempt, coalesce(failure, 'no failure')), '{}', '{}'
FROM job
WHERE every_millis IS NULL AND EXISTS (SELECT FROM run WHERE name = 'drainedMicros')
UNION ALL
SELECT 'job ' || id, format('of kind %s was given up after %s failures: %s', kind, failures, failure), '{}', '{}'
FROM job_dead
UNION ALL
SELECT 'message ' || id, format('of key %s is parked: %s', key, failure), '{}', '{}'
FROM parked_message m
WHERE NOT EXISTS (SELECT FROM poison p WHERE p.key = m.key)
UNION ALL
-- All jobs have had their time when the record ends.
SELECT 'job ' || a.job_key, 'was enqueued and has not taken effect', ARRAY[a.call_id], '{}'
FROM job_asked a
WHERE NOT EXISTS (SELECT FROM job_effect e WHERE e.job_key = a.job_key)
