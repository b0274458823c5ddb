-- Requests with an idempotency key, and the operation that the server makes of it.

-- As engine.claim.Operation: each part after its length in bytes.
CREATE FUNCTION operation_id(caller text, route text, key text) RETURNS bytea
  LANGUAGE sql IMMUTABLE
  RETURN sha256(convert_to(
    octet_length(caller) || ':' || caller || octet_length(route) || ':' || route
      || octet_length(key) || ':' || key, 'UTF8'));

-- The route is the canonical path; the caller is the one whose token the client sends.
CREATE UNLOGGED TABLE keyed AS
SELECT c.id AS call, c.kind,
  -- The request: to pay a hold, named seats, or the best ones.
  CASE WHEN c.kind IN ('book', 'book-outside') OR c.kind = 'book-async' AND c.seats = '{}' AND c.amount = 0 THEN 'hold'
    WHEN c.kind IN ('hold', 'book-now', 'book-async') AND c.seats <> '{}' THEN 'seats'
    WHEN c.kind IN ('best', 'book-now', 'book-async') THEN 'best' END AS wish, c.meaning, c.invoked, c.completed, c.status, c.made, c.replayed,
  operation_id(r.caller, 'POST /api/v1/' || r.route, c.key) AS operation,
  -- The part that tells one body from another. A booking that is asked for through Kafka has the same.
  md5(concat_ws('|', CASE WHEN c.kind = 'cancel' THEN '' ELSE c.show::text END, c.seats::text,
    c.subject, c.amount, c.reference))::uuid AS body,
  c.buyer, c.show, c.seats, c.subject, c.amount,
  EXISTS (SELECT FROM rewind w WHERE c.completed >= w.began AND c.invoked <= w.ended) AS excused
FROM call c
CROSS JOIN LATERAL (
  SELECT
    CASE c.kind
      WHEN 'book-outside' THEN 'shop'
      WHEN 'top-up' THEN 'operator'
      WHEN 'extend' THEN 'operator'
      ELSE c.buyer END AS caller,
    CASE c.kind
      WHEN 'hold' THEN 'shows/' || c.show || '/holds'
      WHEN 'best' THEN 'shows/' || c.show || '/holds'
      WHEN 'extend' THEN 'shows/' || c.show || '/holds/extend'
      WHEN 'cancel' THEN 'bookings/' || c.subject || '/cancel'
      WHEN 'top-up' THEN 'wallets/' || coalesce(nullif(c.subject, ''), c.buyer) || '/top-ups'
      ELSE 'bookings' END AS route) AS r
WHERE c.key <> ''
  AND c.kind IN ('hold', 'best', 'extend', 'book', 'book-now', 'book-async', 'book-outside',
    'cancel', 'top-up');

CREATE INDEX ON keyed (operation);
CREATE INDEX ON operation (subject_id);
ANALYZE keyed;
ANALYZE operation;
