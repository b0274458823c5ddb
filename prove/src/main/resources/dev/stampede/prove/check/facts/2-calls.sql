-- Views and indexes over the calls.
ALTER TABLE call ADD PRIMARY KEY (id);
ANALYZE call;
ANALYZE event;

-- A failover to a replica that was behind undoes what was acknowledged since its last change, until
-- it was promoted. That is by design.
CREATE VIEW rewind AS
SELECT began, ended FROM fault WHERE kind = 'postgres-rewind';

-- Acknowledged, and not undone by design. A call that touches the interval may have been committed
-- in it, even if its answer came later.
CREATE VIEW promise AS
SELECT c.*
FROM call c
WHERE c.meaning = 'd'
  AND NOT EXISTS (SELECT FROM rewind r WHERE c.completed >= r.began AND c.invoked <= r.ended);

-- Faults that set the database's clock: holds end early or late then.
CREATE VIEW clock_step AS
SELECT began, ended FROM fault WHERE kind LIKE 'postgres-clock%';

-- Faults in which Redis may lose what it has acknowledged: its replication is asynchronous.
CREATE VIEW redis_loss AS
SELECT f.began, f.ended + t.redis_settles AS ended
FROM fault f
CROSS JOIN tolerance t
WHERE f.kind LIKE 'redis-%' AND f.kind NOT IN ('redis-news-lost', 'redis-script-flush')
  OR f.kind LIKE 'sentinel-%';

-- Records that a fault has put into a topic, and that are no events.
CREATE VIEW poison AS
SELECT split_part(detail, ' ', 1) AS key FROM fault WHERE kind = 'kafka-poison';

-- Faults that may keep the news of seats from a server: all but those that leave Redis, PostgreSQL
-- and the servers' links to them alone, and those that only delay.
CREATE VIEW disturbance AS
SELECT *
FROM fault
WHERE kind NOT IN ('link-delay', 'link-jitter', 'postgres-snapshot', 'signing-key-rotation', 'redis-script-flush')
  AND kind NOT LIKE 'kafka-%' AND kind NOT LIKE 'consumer-%' AND kind NOT LIKE 'library-%'
  AND NOT (kind LIKE 'link-%' AND target NOT LIKE '%/redis%' AND target NOT LIKE '%/postgres%'
    AND target NOT LIKE '%/sentinel%');

-- A rewind is noticed a moment after the new primary and the server answer again.
CREATE VIEW rewind_seen AS
SELECT r.began, coalesce(max(f.ended), r.ended) + t.rewind_noticed AS seen
FROM rewind r
CROSS JOIN tolerance t
LEFT JOIN disturbance f ON f.began <= r.ended + t.rewind_noticed AND f.ended >= r.ended
GROUP BY r.began, r.ended, t.rewind_noticed;

-- For each second of the record, when the oldest of these began whose effect on seat maps may last.
CREATE UNLOGGED TABLE disturbed AS
SELECT s.second, min(f.began) AS began
FROM generate_series(0, (SELECT coalesce(max(completed), 0) / 1000000 FROM call)) AS s (second)
CROSS JOIN tolerance t
JOIN disturbance f ON f.began < (s.second + 1) * 1000000 AND f.ended >= s.second * 1000000 - t.board_cut_off
GROUP BY s.second;

CREATE UNIQUE INDEX ON disturbed (second);
ANALYZE disturbed;
ANALYZE fault;

-- The oldest moment that a seat map may show, asked for and answered at these.
CREATE FUNCTION map_shows_from(invoked bigint, completed bigint) RETURNS bigint
  LANGUAGE sql STABLE
  RETURN (
    SELECT CASE WHEN min(d.began) IS NULL THEN invoked - t.board
      ELSE greatest(invoked - t.board_at_most,
        least(invoked - t.board_cut_off, min(d.began) - t.board)) END
    FROM tolerance t
    LEFT JOIN disturbed d ON d.second IN (invoked / 1000000, completed / 1000000)
    GROUP BY t.board, t.board_cut_off, t.board_at_most);

-- The name of a version of a seat, as witnesses look it up.
CREATE FUNCTION seat_ref(show bigint, number integer, version integer) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN 'seat ' || show || '/' || number || '/' || version;

CREATE FUNCTION seat_name(show bigint, number integer) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN 'seat ' || show || '/' || number;

-- True if both have the same seats, in whatever order.
CREATE FUNCTION same_seats(one integer[], other integer[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  RETURN one = other OR (cardinality(one) = cardinality(other) AND one @> other AND other @> one);
