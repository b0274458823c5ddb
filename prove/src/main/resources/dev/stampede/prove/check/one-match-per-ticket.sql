-- A ticket is in one match, and a match has as many tickets as its profile says: two.
-- checked
SELECT count(DISTINCT subject) FROM call WHERE kind = 'assignment' AND meaning = 'd' AND made <> ''
-- violations
WITH match AS (
  SELECT subject AS ticket, made AS connection, min(completed) AS since, max(completed) AS until, min(id) AS call
  FROM call
  WHERE kind = 'assignment' AND meaning = 'd' AND made <> ''
  GROUP BY subject, made)
SELECT 'ticket ' || a.ticket AS subject,
  format('plays at %s and at %s', a.connection, b.connection) AS what,
  ARRAY[a.call, b.call] AS calls,
  '{}'::text[] AS rows
FROM match a
JOIN match b ON b.ticket = a.ticket AND (b.since, b.connection) > (a.since, a.connection)
-- Tickets are in Redis alone: a master that knows less may assign them again.
WHERE NOT EXISTS (
  SELECT FROM redis_loss f
  JOIN call t ON t.kind = 'ticket' AND t.made = a.ticket
  WHERE f.began <= b.since AND f.ended >= t.invoked)
UNION ALL
SELECT 'match ' || connection, format('has %s tickets: %s', count(*), string_agg(ticket, ', ' ORDER BY since)),
  array_agg(call ORDER BY since), '{}'
FROM match
GROUP BY connection
HAVING count(*) > 2
