-- A balance is read as it was at some moment of the call.
-- checked
SELECT count(*) FROM promise WHERE kind = 'read-wallet'
-- violations
SELECT 'wallet ' || c.buyer AS subject,
  format('call %s read %s; the balance cannot have been that between %s µs and %s µs', c.id, c.balance, c.invoked,
    c.completed) AS what,
  ARRAY[c.id] AS calls,
  ARRAY['entry ' || c.buyer || '/' || last.number,
    'entry ' || c.buyer || '/' || (SELECT max(v.number) FROM wallet_version v
      WHERE v.buyer = c.buyer AND v.balance = c.balance)] AS rows
FROM promise c
LEFT JOIN LATERAL (
  SELECT v.number
  FROM wallet_version v
  WHERE v.buyer = c.buyer AND v.since <= c.completed
  ORDER BY v.since DESC, v.number DESC
  LIMIT 1) AS last ON true
WHERE c.kind = 'read-wallet'
  AND NOT EXISTS (
    SELECT FROM wallet_version v
    WHERE v.buyer = c.buyer AND v.balance = c.balance AND v.since <= c.completed AND v.until >= c.invoked)
