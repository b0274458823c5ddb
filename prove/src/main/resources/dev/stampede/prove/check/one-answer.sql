-- A request that is repeated with its key has one effect and one answer, and another body under the same key has none.
-- checked
SELECT count(*) FROM keyed
-- violations
-- An answer of 201 is stored with its effect. One that changed nothing is not, and is decided anew.
WITH stored AS (
  SELECT *
  FROM keyed
  WHERE meaning = 'd' AND NOT excused AND (status = 201 OR replayed) AND made <> ''
    AND kind IN ('hold', 'best', 'book', 'book-now', 'book-outside', 'top-up')),
pair AS (
  SELECT s.call AS first, s.made, k.call, k.made AS other, k.meaning, k.status, k.replayed, k.body = s.body AS is_same
  FROM stored s
  JOIN keyed k ON k.operation = s.operation AND k.call <> s.call AND NOT k.excused AND k.kind <> 'book-async'
  WHERE k.status = 201 OR k.replayed OR k.invoked > s.completed)
(SELECT DISTINCT ON (call) 'call ' || call AS subject,
  CASE
    WHEN meaning = 'd' AND NOT is_same
      THEN format('was granted as %s with another body than call %s, under the same key', other, first)
    WHEN meaning = 'd' THEN format('was answered %s, and call %s with the same key %s', other, first, made)
    ELSE format('was refused (%s) after call %s with the same key and body was granted', status, first) END AS what,
  ARRAY[first, call] AS calls,
  ARRAY['hold ' || made, 'hold ' || other, 'booking ' || made, 'booking ' || other] AS rows
FROM pair
WHERE meaning = 'd' AND (other <> made OR NOT is_same)
  OR meaning = 'n' AND is_same AND status IN (402, 403, 404, 409, 410, 422)
ORDER BY call, first)
UNION ALL
SELECT 'call ' || k.call, 'was refused for another body under its key, and no other call has used the key',
  ARRAY[k.call], '{}'
FROM keyed k
JOIN call c ON c.id = k.call
WHERE c.problem = 'idempotency-mismatch'
  AND NOT EXISTS (SELECT FROM keyed o WHERE o.operation = k.operation AND o.body <> k.body)
UNION ALL
-- The same words again, not only the same id.
SELECT 'call ' || k.id, format('repeats call %s and answers other seats, another state, total or balance', c.id),
  ARRAY[c.id, k.id], '{}'
FROM pair p
JOIN call c ON c.id = p.first
JOIN call k ON k.id = p.call
WHERE p.meaning = 'd' AND p.replayed
  AND (NOT same_seats(k.got_seats, c.got_seats) OR k.states <> c.states OR k.total <> c.total
    OR k.balance <> c.balance)
UNION ALL
-- In the tables.
SELECT 'operation ' || encode(id, 'hex'), format('is stored %s times', count(*)),
  ARRAY(SELECT k.call FROM keyed k WHERE k.operation = o.id ORDER BY k.call LIMIT 5), '{}'
FROM operation o
GROUP BY id
HAVING count(*) > 1
UNION ALL
SELECT 'call ' || k.call, format('was granted as %s, and its answer was not stored with that', k.made),
  ARRAY[k.call], ARRAY['hold ' || k.made, 'booking ' || k.made]
FROM keyed k
LEFT JOIN operation o ON o.id = k.operation
WHERE k.meaning = 'd' AND k.status = 201 AND NOT k.excused AND k.made <> ''
  AND k.kind IN ('hold', 'best', 'book', 'book-now', 'book-outside', 'top-up')
  AND o.subject_id::text IS DISTINCT FROM k.made
