-- The versions of seats and wallets, each with the time in which it may have been the current one:
-- not before anybody asked for it or for one before it, and not after somebody was told of a later
-- one. Order comes from the versions, never from a clock.

CREATE UNLOGGED TABLE seat_version AS
SELECT show_id, number, version, type, reason, hold_id, booking_id, buyer, at, node,
  lag(version) OVER seat AS version_before,
  lag(type) OVER seat AS type_before,
  lag(hold_id) OVER seat AS hold_before,
  lag(booking_id) OVER seat AS booking_before,
  CASE type WHEN 'r' THEN 'f' ELSE type END::"char" AS letter,
  coalesce(max(began) OVER seat, -1) AS since,
  coalesce(min(ended) OVER later, 9223372036854775807) AS until,
  coalesce(max(version) FILTER (WHERE type = 'r') OVER seat, 0) AS last_free,
  max(version) FILTER (WHERE type = 'h') OVER seat AS last_held,
  max(version) FILTER (WHERE type = 's') OVER seat AS last_sold
FROM (
  SELECT e.*, f.node, f.began, f.ended
  FROM seat_event e
  LEFT JOIN effect f
    ON f.id = CASE WHEN e.type = 's' OR e.reason = 'x' THEN e.booking_id ELSE e.hold_id END
    AND f.kind = CASE e.reason
      WHEN 'c' THEN 'h' WHEN 'p' THEN 'b' WHEN 'x' THEN 'x' WHEN 'g' THEN 'r' END::"char") AS e
WINDOW seat AS (PARTITION BY show_id, number ORDER BY version),
  later AS (PARTITION BY show_id, number ORDER BY version ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING);

-- Before the first event, and of a seat that never had one.
INSERT INTO seat_version (show_id, number, version, letter, since, until, last_free)
SELECT s.show_id, s.number, 0, 'f', -1, coalesce(v.until, 9223372036854775807), 0
FROM seat s
LEFT JOIN (
  SELECT v.show_id, v.number, least(min(v.until), min(f.ended)) AS until
  FROM seat_version v
  LEFT JOIN effect f ON f.node = v.node
  GROUP BY v.show_id, v.number) AS v USING (show_id, number);

CREATE INDEX ON seat_version (show_id, number, version);
CREATE INDEX ON seat_version (show_id, number, since, version);
CREATE INDEX ON seat_version (show_id, number, until, version) WHERE letter = 'h';
CREATE INDEX ON seat_version (hold_id);
CREATE INDEX ON seat_version (booking_id);
ANALYZE seat_version;

CREATE UNLOGGED TABLE wallet_version AS
SELECT buyer, number, amount, balance, transfer_id, kind, booking_id, node,
  lag(number) OVER wallet AS number_before,
  lag(balance) OVER wallet AS balance_before,
  coalesce(max(began) OVER wallet, -1) AS since,
  coalesce(min(ended) OVER later, 9223372036854775807) AS until
FROM (
  SELECT e.*, t.kind, t.booking_id, f.node, f.began, f.ended
  FROM entry e
  LEFT JOIN transfer t ON t.id = e.transfer_id
  LEFT JOIN effect f
    ON f.id = CASE t.kind WHEN 't' THEN t.id ELSE t.booking_id END
    AND f.kind = CASE t.kind WHEN 't' THEN 't' WHEN 'p' THEN 'b' ELSE 'x' END::"char"
  WHERE e.account = 'w') AS e
WINDOW wallet AS (PARTITION BY buyer ORDER BY number),
  later AS (PARTITION BY buyer ORDER BY number ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING);

INSERT INTO wallet_version (buyer, number, balance, since, until)
SELECT b.buyer, 0, 0, -1, coalesce(v.until, 9223372036854775807)
FROM (SELECT DISTINCT buyer FROM call UNION SELECT buyer FROM wallet) AS b
LEFT JOIN (
  SELECT v.buyer, least(min(v.until), min(f.ended)) AS until
  FROM wallet_version v
  LEFT JOIN effect f ON f.node = v.node
  GROUP BY v.buyer) AS v USING (buyer);

CREATE INDEX ON wallet_version (buyer, number);
CREATE INDEX ON wallet_version (buyer, balance, number);
CREATE INDEX ON wallet_version (buyer, since, number);
ANALYZE wallet_version;

-- A time of the database on the record's clock, as far as the former was right.
CREATE FUNCTION record_time(at timestamptz) RETURNS bigint
  LANGUAGE sql STABLE
  RETURN (extract(epoch FROM at - coalesce(
    (SELECT value::timestamptz FROM run WHERE name = 'begunAt'), 'epoch'::timestamptz)) * 1000000)::bigint;
