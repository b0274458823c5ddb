-- Changes of seats are counted in the transaction that deletes them from the outbox, no longer by a
-- consumer of Kafka: that wrote a row of the inbox for each seat, which cost a tenth of a claim.
-- Servers of the version before must be stopped once (docs/operations.md): they would count twice.

-- What others have been told of each section, by the ten minutes in which it happened. Revenue is
-- not in it: a section's price never changes.
DROP TABLE section_statistic;
CREATE TABLE section_statistic (
  show_id    bigint      NOT NULL,
  at         timestamptz NOT NULL, -- when the ten minutes began
  held       bigint      NOT NULL DEFAULT 0,
  given_back bigint      NOT NULL DEFAULT 0,
  lapsed     bigint      NOT NULL DEFAULT 0,
  sold       bigint      NOT NULL DEFAULT 0,
  cancelled  bigint      NOT NULL DEFAULT 0,
  section    text        COLLATE "C" NOT NULL,
  PRIMARY KEY (show_id, section, at)
) WITH (fillfactor = 50);

-- All that has been told; what is still in the outbox is counted when it is.
WITH placed AS MATERIALIZED (
  SELECT s.*, sum(s.size) OVER upto - s.size AS first, sum(s.size) OVER upto AS past
  FROM (SELECT *, coalesce(capacity, row_count * seats_per_row) AS size FROM section) AS s
  WINDOW upto AS (PARTITION BY show_id ORDER BY position)),
told AS MATERIALIZED (
  SELECT e.show_id, e.number, e.type, e.reason, date_bin('10 minutes', e.at, 'epoch') AS at
  FROM seat_event e
  WHERE NOT EXISTS (
    SELECT FROM outbox_event o
    WHERE o.show_id = e.show_id AND o.number = e.number AND o.version = e.version))
INSERT INTO section_statistic (show_id, section, at, held, given_back, lapsed, sold, cancelled)
SELECT t.show_id, p.name, t.at,
  count(*) FILTER (WHERE t.type = 'h' AND t.reason = 'c'),
  count(*) FILTER (WHERE t.type = 'r' AND t.reason = 'g'),
  count(*) FILTER (WHERE t.type = 'r' AND t.reason = 'e'),
  count(*) FILTER (WHERE t.type = 's'),
  count(*) FILTER (WHERE t.type = 'r' AND t.reason = 'x')
FROM told t
JOIN placed p ON p.show_id = t.show_id AND t.number >= p.first AND t.number < p.past
GROUP BY t.show_id, p.name, t.at;

-- Bookings that the consumer 'statistics' has heard of from Kafka.
ALTER TABLE sale_statistic DROP COLUMN bookings;
CREATE TABLE booking_statistic (
  show_id   bigint PRIMARY KEY,
  confirmed bigint NOT NULL,
  cancelled bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO booking_statistic (show_id, confirmed, cancelled)
SELECT b.show_id, count(*), count(*) FILTER (WHERE i.version = 2)
FROM inbox i
JOIN booking b ON b.id::text = i.key
WHERE i.consumer = 'statistics' AND i.topic LIKE '%booking-events' AND i.version > 0
GROUP BY b.show_id;

-- It no longer hears of seats.
DELETE FROM parked_message WHERE consumer = 'statistics' AND topic LIKE '%seat-events';
DELETE FROM inbox WHERE consumer = 'statistics' AND topic LIKE '%seat-events';
DELETE FROM inbox_progress WHERE consumer = 'statistics' AND topic LIKE '%seat-events';
