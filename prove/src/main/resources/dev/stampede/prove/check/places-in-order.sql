-- Buyers stand in the order in which they joined, nobody is let in before one who waits ahead, and who left is gone.
-- checked
SELECT count(*) FROM call WHERE kind IN ('join', 'poll', 'leave') AND meaning = 'd'
-- violations
-- An answer to one who waits names the number of the place.
WITH waiting AS (
  SELECT c.*, split_part(c.made, '/', 1)::bigint AS number
  FROM call c
  JOIN show s ON s.id = c.show AND s.room_shuffle_early IS NOT TRUE
  WHERE c.kind IN ('join', 'poll') AND c.meaning = 'd' AND c.states = 'waiting' AND c.made LIKE '%/%'),
-- A buyer who joins anew, without a place of before, stands behind all who were answered before.
joined AS (
  SELECT show, completed AS at, number, id AS call, NULL::bigint AS joining, NULL::bigint AS own
  FROM waiting
  UNION ALL
  SELECT show, invoked, NULL, NULL, id, number
  FROM waiting
  WHERE kind = 'join' AND status = 201 AND subject = ''),
overtaking AS (
  SELECT *, max(number) OVER (PARTITION BY show ORDER BY at, joining NULLS LAST
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS highest
  FROM joined),
-- A buyer who is let in had the number of the answer before.
let_in AS (
  SELECT show, buyer, completed AS at, id, number
  FROM (
    SELECT c.show, c.buyer, c.completed, c.id, c.states,
      lag(c.states) OVER w AS states_before,
      CASE WHEN lag(c.made) OVER w LIKE '%/%' THEN split_part(lag(c.made) OVER w, '/', 1)::bigint END AS number
    FROM call c
    WHERE c.kind IN ('join', 'poll') AND c.meaning = 'd'
    WINDOW w AS (PARTITION BY c.show, c.buyer ORDER BY c.completed)) AS step
  WHERE states = 'admitted' AND states_before = 'waiting' AND number IS NOT NULL),
known AS (
  SELECT show, buyer, number, min(invoked) AS since FROM waiting GROUP BY show, buyer, number),
seen AS (
  SELECT show, at, id, number, NULL::bigint AS poll, NULL::bigint AS own, NULL::bigint AS since FROM let_in
  UNION ALL
  SELECT w.show, w.invoked - t.place, NULL, NULL, w.id, w.number, k.since
  FROM waiting w
  CROSS JOIN tolerance t
  JOIN known k ON k.show = w.show AND k.buyer = w.buyer AND k.number = w.number),
swept AS (
  SELECT *, max(number) OVER (PARTITION BY show ORDER BY at, poll NULLS LAST
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS highest
  FROM seen)
SELECT 'show ' || o.show AS subject,
  format('gave call %s number %s, after number %s had been answered', o.joining, o.own, o.highest) AS what,
  ARRAY[(SELECT min(w.id) FROM waiting w WHERE w.show = o.show AND w.number = o.highest), o.joining] AS calls,
  '{}'::text[] AS rows
FROM overtaking o
WHERE o.highest >= o.own
UNION ALL
SELECT 'show ' || s.show, format('lets number %s wait at call %s, and had let number %s in before', s.own, s.poll, s.highest),
  ARRAY[(SELECT min(l.id) FROM let_in l WHERE l.show = s.show AND l.number = s.highest), s.poll], '{}'
FROM swept s
JOIN call c ON c.id = s.poll
WHERE s.highest > s.own
  -- After a loss of Redis, a buyer who does not show the place in time comes later.
  AND NOT EXISTS (SELECT FROM redis_loss f WHERE f.began <= c.completed AND f.ended >= s.since)
UNION ALL
-- A departure is on record before it is answered.
SELECT 'buyer ' || p.buyer, format('had left the line of show %s, and still has a place', p.show), ARRAY[l.id, p.id], '{}'
FROM promise l
CROSS JOIN tolerance t
JOIN waiting p ON p.show = l.show AND p.buyer = l.buyer AND p.kind = 'poll' AND p.invoked > l.completed + t.place
WHERE l.kind = 'leave'
  AND NOT EXISTS (
    SELECT FROM call j
    WHERE j.kind = 'join' AND j.show = l.show AND j.buyer = l.buyer AND j.completed > l.invoked
      AND j.invoked < p.completed)
UNION ALL
SELECT 'show ' || show, format('gave number %s to the buyers %s', number, string_agg(DISTINCT buyer, ', ')),
  (array_agg(id ORDER BY completed))[1:5], '{}'
FROM waiting
GROUP BY show, number
HAVING count(DISTINCT buyer) > 1
UNION ALL
SELECT 'show ' || show_id, format('let number %s of %s in %s times', number, min(buyer), count(*)), '{}', '{}'
FROM queue_gone
WHERE kind = 'a'
GROUP BY show_id, number
HAVING count(*) > 1
