-- Every payment captured outside has paid one booking or is to be paid back, never both and never neither.
-- checked
SELECT (SELECT count(*) FROM outside_payment)
  + (SELECT count(*) FROM promise WHERE kind = 'book-outside')
-- violations
SELECT 'payment ' || coalesce(p.provider || '/' || p.reference, b.provider || '/' || b.reference) AS subject,
  CASE
    WHEN p.reference IS NULL THEN format('paid booking %s and is not recorded', b.id)
    WHEN b.id IS NULL THEN format('names booking %s, which it did not pay', p.booking_id)
    ELSE format('booking %s %s, and the payment %s', b.id,
      CASE WHEN b.cancelled_at IS NULL THEN 'stands' ELSE 'is cancelled' END,
      CASE WHEN p.refund_id IS NULL THEN 'is kept' ELSE 'is to be paid back' END) END AS what,
  '{}'::bigint[] AS calls,
  ARRAY['booking ' || coalesce(b.id, p.booking_id)] AS rows
FROM (SELECT * FROM booking WHERE provider IS NOT NULL) AS b
FULL JOIN (SELECT * FROM outside_payment WHERE booking_id IS NOT NULL) AS p ON p.booking_id = b.id
WHERE p.reference IS NULL OR b.id IS NULL OR (b.cancelled_at IS NULL) <> (p.refund_id IS NULL)
  OR (p.provider, p.reference) IS DISTINCT FROM (b.provider, b.reference) OR p.amount <> b.total
UNION ALL
SELECT 'payment ' || provider || '/' || reference, format('is recorded %s times', count(*)),
  '{}', array_agg('booking ' || booking_id)
FROM outside_payment
GROUP BY provider, reference
HAVING count(*) > 1
UNION ALL
-- Money that a shop has captured, whatever came of it.
SELECT 'call ' || c.id, format('told of payment %s for hold %s, was answered %s, and the payment is not recorded',
    c.reference, c.subject, c.status),
  ARRAY[c.id], ARRAY['hold ' || c.subject]
FROM call c
WHERE c.kind = 'book-outside' AND (c.meaning = 'd' OR c.status = 410)
  AND NOT EXISTS (SELECT FROM rewind r WHERE c.completed >= r.began AND c.invoked <= r.ended)
  AND NOT EXISTS (
    SELECT FROM outside_payment p
    WHERE p.reference = c.reference OR p.provider || '/' || p.reference = c.reference)
