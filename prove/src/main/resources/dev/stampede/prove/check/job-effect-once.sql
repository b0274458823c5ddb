-- Each job takes effect once, however many workers lose it, and only if its enqueueing was committed.
-- checked
SELECT (SELECT count(*) FROM job_effect) + (SELECT count(*) FROM promise WHERE kind = 'job')
-- violations
SELECT 'job ' || job_key AS subject,
  format('took effect %s times, in attempts %s of %s', count(*), string_agg(attempt::text, ', ' ORDER BY at),
    string_agg(worker, ', ' ORDER BY at)) AS what,
  ARRAY(SELECT c.id FROM call c WHERE c.kind = 'job' AND c.subject = e.job_key ORDER BY c.id LIMIT 5) AS calls,
  ARRAY['job ' || job_key] AS rows
FROM job_effect e
GROUP BY job_key
HAVING count(*) > 1
UNION ALL
SELECT 'job ' || e.job_key, 'took effect and was never enqueued', '{}', ARRAY['job ' || e.job_key]
FROM job_effect e
WHERE NOT EXISTS (SELECT FROM job_asked a WHERE a.job_key = e.job_key)
UNION ALL
SELECT 'job ' || c.subject, 'was enqueued, by its client''s answer, and is lost',
  ARRAY[c.id], ARRAY['job ' || c.subject]
FROM promise c
WHERE c.kind = 'job' AND NOT EXISTS (SELECT FROM job_asked a WHERE a.job_key = c.subject)
UNION ALL
SELECT 'job ' || a.job_key, 'was enqueued, and its client was told that it was not',
  ARRAY[a.call_id], ARRAY['job ' || a.job_key]
FROM job_asked a
JOIN call c ON c.id = a.call_id
WHERE c.meaning = 'n'
  AND NOT EXISTS (SELECT FROM call o WHERE o.kind = 'job' AND o.subject = a.job_key AND o.meaning <> 'n')
