-- Every booking request that Kafka has accepted ends in one outcome, and the outcome never changes.
-- checked
SELECT count(*) FROM call WHERE kind IN ('book-async', 'outcome') AND meaning = 'd'
-- violations
SELECT 'request ' || subject AS subject,
  format('was told to be %s', string_agg(DISTINCT states || ' ' || coalesce(nullif(made, ''), problem), ' and ')) AS what,
  (array_agg(id ORDER BY completed))[1:5] AS calls,
  ARRAY(SELECT DISTINCT 'booking ' || u FROM unnest(array_agg(made)) AS u WHERE u <> '') AS rows
FROM promise
WHERE kind = 'outcome' AND states IN ('done', 'failed')
GROUP BY subject
HAVING count(DISTINCT (states, CASE states WHEN 'done' THEN made ELSE problem END)) > 1
UNION ALL
SELECT 'request ' || q.subject, 'was decided, and waits again', ARRAY[d.call, q.id], '{}'
FROM promise q
JOIN (
  SELECT subject, min(completed) AS completed, min(id) AS call
  FROM promise
  WHERE kind = 'outcome' AND states IN ('done', 'failed')
  GROUP BY subject) AS d ON d.subject = q.subject AND d.completed < q.invoked
WHERE q.kind = 'outcome' AND q.states = 'queued'
UNION ALL
-- The outcome in the table. A rewind takes outcomes back and leaves their requests read: those that
-- were accepted before it may have none.
SELECT 'request ' || c.made, 'was accepted and has no outcome', ARRAY[c.id], '{}'
FROM promise c
WHERE c.kind = 'book-async' AND c.status = 202
  AND NOT EXISTS (SELECT FROM request_outcome o WHERE o.id::text = c.made)
  AND NOT EXISTS (SELECT FROM rewind r WHERE c.invoked <= r.ended)
UNION ALL
SELECT 'request ' || c.subject,
  CASE WHEN o.id IS NULL THEN format('was told to be %s, and has no outcome', c.states)
    ELSE format('was told to be %s %s, and its outcome is %s %s', c.states, c.made, o.kind, o.booking_id) END,
  ARRAY[c.id], ARRAY['booking ' || o.booking_id, 'booking ' || c.made]
FROM promise c
LEFT JOIN request_outcome o ON o.id::text = c.subject
WHERE c.kind = 'outcome' AND c.states IN ('done', 'failed')
  AND (o.id IS NULL OR c.states = 'done' AND o.booking_id::text IS DISTINCT FROM c.made
    OR c.states = 'failed' AND o.booking_id IS NOT NULL)
  AND (o.id IS NOT NULL OR NOT EXISTS (SELECT FROM rewind r WHERE c.invoked <= r.ended))
UNION ALL
SELECT 'request ' || id, format('has %s outcomes', count(*)), '{}', array_agg('booking ' || booking_id)
FROM request_outcome
GROUP BY id
HAVING count(*) > 1
UNION ALL
SELECT 'request ' || o.id, format('was decided as booking %s, which does not exist', o.booking_id), '{}', '{}'
FROM request_outcome o
LEFT JOIN booking b ON b.id = o.booking_id
WHERE o.booking_id IS NOT NULL AND b.id IS NULL
