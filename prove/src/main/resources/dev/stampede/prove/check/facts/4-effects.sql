-- The committed operations: what the tables say was done, with the calls that asked for it.
ANALYZE hold;
ANALYZE booking;
ANALYZE transfer;

-- Kinds: h a hold, b a booking, r a hold given back, x a booking cancelled, t a top-up.
CREATE UNLOGGED TABLE done AS
SELECT 'h'::"char" AS kind, id, buyer, show_id, seats FROM hold
UNION ALL
SELECT 'b', id, buyer, show_id, seats FROM booking
UNION ALL
SELECT 'r', id, buyer, show_id, seats FROM hold WHERE state = 'r'
UNION ALL
SELECT 'x', id, buyer, show_id, seats FROM booking WHERE cancelled_at IS NOT NULL
UNION ALL
SELECT 't', id, buyer, 0, NULL FROM transfer WHERE kind = 't';

CREATE UNLOGGED TABLE asking (
  kind      "char" NOT NULL,
  id        text   COLLATE "C" NOT NULL,
  call      bigint NOT NULL,
  invoked   bigint NOT NULL
);

-- By the answer stored under a key: any call with it, for this very thing, may have been first.
INSERT INTO asking
SELECT o.answer, o.subject_id::text, k.call, k.invoked
FROM operation o
JOIN keyed k ON k.operation = o.id AND k.meaning <> 'n'
LEFT JOIN hold h ON o.answer = 'h' AND h.id = o.subject_id
LEFT JOIN booking b ON o.answer = 'b' AND b.id = o.subject_id
LEFT JOIN transfer t ON o.answer = 't' AND t.id = o.subject_id
WHERE CASE
  WHEN k.kind = 'top-up' THEN t.amount = k.amount AND t.buyer = coalesce(nullif(k.subject, ''), k.buyer)
  WHEN k.wish = 'hold' THEN b.hold_id::text = k.subject
  ELSE coalesce(h.buyer, b.buyer) = k.buyer AND coalesce(h.show_id, b.show_id) = k.show
    AND CASE k.wish WHEN 'best' THEN k.amount = cardinality(coalesce(h.seats, b.seats))
      ELSE same_seats(k.seats, coalesce(h.seats, b.seats)) END END;

-- By an answer that it was made just now.
INSERT INTO asking
SELECT CASE WHEN kind IN ('hold', 'best') THEN 'h' WHEN kind = 'top-up' THEN 't' ELSE 'b' END::"char",
  made, id, invoked
FROM call
WHERE meaning = 'd' AND status = 201 AND NOT replayed AND made <> ''
  AND kind IN ('hold', 'best', 'book', 'book-now', 'book-outside', 'top-up');

-- By its subject: a payment names its hold, a release too, and a cancellation its booking.
INSERT INTO asking
SELECT 'b', b.id::text, c.id, c.invoked
FROM booking b
JOIN call c ON c.subject = b.hold_id::text AND c.meaning <> 'n'
  AND (c.kind = 'book-outside' AND b.provider IS NOT NULL
    OR c.kind IN ('book', 'book-async') AND b.provider IS NULL);

INSERT INTO asking
SELECT CASE WHEN c.kind = 'release' THEN 'r' ELSE 'x' END::"char", c.subject, c.id, c.invoked
FROM call c
WHERE c.kind IN ('release', 'cancel') AND c.meaning <> 'n';

-- Without a key and without an answer: it may have made what the same buyer asked for.
INSERT INTO asking
SELECT CASE WHEN c.kind IN ('hold', 'best') THEN 'h' ELSE 'b' END::"char", d.id::text, c.id, c.invoked
FROM call c
JOIN done d ON d.buyer = c.buyer AND d.show_id = c.show
  AND d.kind = CASE WHEN c.kind IN ('hold', 'best') THEN 'h' ELSE 'b' END::"char"
  AND CASE WHEN c.seats = '{}' THEN c.amount = cardinality(d.seats) ELSE same_seats(c.seats, d.seats) END
WHERE c.key = '' AND c.kind IN ('hold', 'best', 'book-now', 'book-async')
  AND (c.meaning = 'u' OR c.kind = 'book-async' AND c.meaning = 'd');

CREATE INDEX ON asking (kind, id);
ANALYZE asking;

-- An answer that names it: it was there by then. Those that were undone by design tell nothing.
CREATE UNLOGGED TABLE answered AS
SELECT
  CASE kind
    WHEN 'hold' THEN 'h' WHEN 'best' THEN 'h' WHEN 'release' THEN 'r' WHEN 'cancel' THEN 'x'
    WHEN 'top-up' THEN 't' ELSE 'b' END::"char" AS kind,
  CASE WHEN kind IN ('release', 'cancel') THEN subject ELSE made END AS id,
  min(completed) AS completed, min(id) AS call
FROM promise
WHERE kind IN ('hold', 'best', 'release', 'cancel', 'top-up', 'book', 'book-now', 'book-outside')
  OR kind = 'outcome' AND states = 'done'
  -- 202 is the id of a request, any other that of a booking.
  OR kind = 'book-async' AND status <> 202
GROUP BY 1, 2;

-- One row for each: it was committed after "began", and before "ended" where an answer says so.
-- Nothing has begun it: nobody has asked for it.
CREATE UNLOGGED TABLE effect AS
SELECT (row_number() OVER () - 1)::integer AS node, d.kind, d.id, d.buyer, d.show_id, d.seats,
  a.began, a.call AS asked_by, w.completed AS ended, w.call AS answered_by
FROM done d
LEFT JOIN (SELECT kind, id, min(invoked) AS began, min(call) AS call FROM asking GROUP BY kind, id) a
  ON a.kind = d.kind AND a.id = d.id::text
LEFT JOIN answered w ON w.kind = d.kind AND w.id = d.id::text;

CREATE INDEX ON effect (id, kind);
CREATE UNIQUE INDEX ON effect (node);
ANALYZE effect;
DROP TABLE done;
