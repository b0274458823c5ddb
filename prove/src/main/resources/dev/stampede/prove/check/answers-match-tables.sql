-- The totals and balances that clients were answered are those of the tables.
-- checked
SELECT count(*)
FROM promise
WHERE kind IN ('book', 'book-now', 'book-outside', 'outcome', 'cancel', 'top-up') AND balance >= 0
-- violations
SELECT 'call ' || c.id AS subject,
  format('was answered a balance of %s after %s, and the statement says %s', c.balance,
    CASE WHEN c.kind = 'cancel' OR c.states = 'cancelled' THEN 'the refund' ELSE 'the payment' END,
    coalesce(v.balance::text, 'nothing')) AS what,
  ARRAY[c.id] AS calls,
  ARRAY['booking ' || b.id, 'entry ' || v.buyer || '/' || v.number] AS rows
FROM promise c
JOIN booking b ON b.id::text = CASE c.kind WHEN 'cancel' THEN c.subject ELSE c.made END
LEFT JOIN transfer t ON t.booking_id = b.id
  AND t.kind = CASE WHEN c.kind = 'cancel' OR c.states = 'cancelled' THEN 'r' ELSE 'p' END::"char"
LEFT JOIN wallet_version v ON v.transfer_id = t.id
WHERE c.balance >= 0 AND v.balance IS DISTINCT FROM c.balance
  AND (c.kind IN ('book', 'book-now', 'book-outside', 'cancel') OR c.kind = 'outcome' AND c.states = 'done')
  -- The outcome of a request shows its booking as it is now, so with the refund once it is cancelled.
  AND NOT (c.kind = 'outcome' AND b.refunded_balance IS NOT DISTINCT FROM c.balance)
UNION ALL
SELECT 'call ' || c.id, format('was answered a balance of %s after the top-up, and the statement says %s',
    c.balance, coalesce(v.balance::text, 'nothing')),
  ARRAY[c.id], ARRAY['entry ' || v.buyer || '/' || v.number]
FROM promise c
JOIN transfer t ON t.id::text = c.made
LEFT JOIN wallet_version v ON v.transfer_id = t.id
WHERE c.kind = 'top-up' AND c.balance >= 0 AND v.balance IS DISTINCT FROM c.balance
UNION ALL
SELECT 'booking ' || b.id,
  format('says that its wallet had %s after it was %s, and the statement says %s', said.balance, said.verb,
    coalesce(v.balance::text, 'nothing')),
  '{}', ARRAY['booking ' || b.id, 'entry ' || v.buyer || '/' || v.number]
FROM booking b
CROSS JOIN LATERAL (
  VALUES ('p'::"char", b.paid_balance, 'paid'), ('r'::"char", b.refunded_balance, 'refunded')
) AS said (kind, balance, verb)
LEFT JOIN transfer t ON t.booking_id = b.id AND t.kind = said.kind
LEFT JOIN wallet_version v ON v.transfer_id = t.id
WHERE said.balance IS NOT NULL AND v.balance IS DISTINCT FROM said.balance
