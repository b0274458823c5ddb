-- Entries sum to zero, no balance is below zero, each balance is the sum of its entries, and each booking is paid and given back once.
-- checked
SELECT (SELECT count(*) FROM entry) + (SELECT count(*) FROM transfer)
-- violations
SELECT 'transfer ' || coalesce(t.id, e.transfer_id) AS subject,
  CASE
    WHEN t.id IS NULL THEN 'has entries and no row'
    WHEN e.transfer_id IS NULL THEN 'has no entries'
    ELSE format('of kind %s over %s for %s has %s entries that sum to %s, %s of them for the wallet of %s',
      t.kind, t.amount, t.buyer, e.entries, e.total, e.for_wallet, e.wallet) END AS what,
  '{}'::bigint[] AS calls,
  coalesce(e.refs, '{}') AS rows
FROM transfer t
FULL JOIN (
  SELECT transfer_id, count(*) AS entries, sum(amount) AS total,
    sum(amount) FILTER (WHERE account = 'w') AS for_wallet,
    max(buyer) AS wallet,
    array_agg('entry ' || buyer || '/' || number) FILTER (WHERE account = 'w') AS refs
  FROM entry
  GROUP BY transfer_id) AS e ON e.transfer_id = t.id
WHERE t.id IS NULL OR e.transfer_id IS NULL OR e.entries <> 2 OR e.total <> 0
  OR e.for_wallet IS DISTINCT FROM CASE t.kind WHEN 'p' THEN -t.amount ELSE t.amount END
  OR e.wallet IS DISTINCT FROM t.buyer
UNION ALL
-- The statement of a wallet is a chain.
SELECT 'wallet ' || buyer,
  format('entry %s of %s goes from %s (entry %s) to %s', number, amount, coalesce(balance_before, 0),
    coalesce(number_before, 0), balance),
  '{}', ARRAY['entry ' || buyer || '/' || number_before, 'entry ' || buyer || '/' || number]
FROM wallet_version
WHERE number > 0
  AND (number <> coalesce(number_before, 0) + 1 OR balance <> coalesce(balance_before, 0) + amount
    OR balance < 0)
UNION ALL
SELECT 'wallet ' || coalesce(w.buyer, v.buyer),
  format('its row says %s after entry %s, and its last entry is %s with %s', coalesce(w.balance::text, 'nothing'),
    coalesce(w.version, 0), coalesce(v.number, 0), coalesce(v.balance, 0)),
  '{}', ARRAY['entry ' || v.buyer || '/' || v.number]
FROM (SELECT * FROM wallet WHERE version > 0 OR balance <> 0) AS w
FULL JOIN (
  SELECT DISTINCT ON (buyer) buyer, number, balance
  FROM wallet_version
  WHERE number > 0
  ORDER BY buyer, number DESC) AS v ON v.buyer = w.buyer
WHERE w.buyer IS NULL OR v.buyer IS NULL OR w.version <> v.number OR w.balance <> v.balance
UNION ALL
-- The cost of each booking, and its refund.
SELECT 'booking ' || coalesce(b.id, t.booking_id),
  CASE
    WHEN b.id IS NULL THEN 'has transfers and no row'
    ELSE format('of %s points for %s, %s, has %s payments of %s and %s refunds of %s', b.total, b.buyer,
      CASE WHEN b.provider IS NOT NULL THEN 'paid outside' WHEN b.cancelled_at IS NULL THEN 'which stands' ELSE 'cancelled' END,
      coalesce(t.payments, 0), coalesce(t.paid, 0), coalesce(t.refunds, 0), coalesce(t.refunded, 0)) END,
  '{}', ARRAY['booking ' || coalesce(b.id, t.booking_id)]
FROM booking b
FULL JOIN (
  SELECT booking_id,
    count(*) FILTER (WHERE kind = 'p') AS payments, sum(amount) FILTER (WHERE kind = 'p') AS paid,
    count(*) FILTER (WHERE kind = 'r') AS refunds, sum(amount) FILTER (WHERE kind = 'r') AS refunded,
    min(buyer) AS buyer, max(buyer) AS other_buyer
  FROM transfer
  WHERE booking_id IS NOT NULL
  GROUP BY booking_id) AS t ON t.booking_id = b.id
WHERE b.id IS NULL
  OR coalesce(t.payments, 0) <> CASE WHEN b.provider IS NULL THEN 1 ELSE 0 END
  OR coalesce(t.refunds, 0) <> CASE WHEN b.provider IS NULL AND b.cancelled_at IS NOT NULL THEN 1 ELSE 0 END
  OR coalesce(t.paid, b.total) <> b.total OR coalesce(t.refunded, b.total) <> b.total
  OR coalesce(t.buyer, b.buyer) <> b.buyer OR coalesce(t.other_buyer, b.buyer) <> b.buyer
