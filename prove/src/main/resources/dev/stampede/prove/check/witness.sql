-- Turns the names that a violation gives into lines with a time. Each part takes an array of names.
-- call
SELECT c.invoked AS at,
  concat_ws(' ', 'until ' || c.completed || ' µs', 'call ' || c.id, c.kind, 'of ' || c.buyer,
    CASE WHEN c.server >= 0 THEN 'at server ' || c.server END,
    CASE WHEN c.show <> 0 THEN 'show ' || c.show END,
    CASE WHEN c.seats <> '{}' THEN 'seats ' || c.seats::text END,
    nullif(c.subject, ''), CASE WHEN c.amount <> 0 THEN 'amount ' || c.amount END,
    'key ' || nullif(c.key, ''), 'pass ' || nullif(c.pass, ''), 'reference ' || nullif(c.reference, ''),
    '→', CASE WHEN c.meaning = 'u' THEN 'unknown,' END, c.status, nullif(c.problem, ''), nullif(c.made, ''),
    CASE WHEN c.got_seats <> '{}' THEN 'seats ' || c.got_seats::text END,
    CASE WHEN c.total <> 0 THEN 'total ' || c.total END,
    CASE WHEN c.balance >= 0 THEN 'balance ' || c.balance END,
    nullif(c.states, ''), 'pass ' || nullif(c.got_pass, ''), CASE WHEN c.replayed THEN 'replayed' END) AS line
FROM unnest(?::text[]) AS n (name)
JOIN call c ON c.id = n.name::bigint
-- seat
SELECT record_time(v.at),
  concat_ws(' ', 'seat', v.show_id || '/' || v.number, 'version', v.version,
    CASE v.type WHEN 'h' THEN 'held' WHEN 's' THEN 'sold' ELSE 'freed' END,
    CASE v.reason WHEN 'c' THEN 'by a claim' WHEN 'g' THEN 'by a release' WHEN 'e' THEN 'by expiry'
      WHEN 'm' THEN 'with more time' WHEN 'p' THEN 'by a payment' WHEN 'x' THEN 'by a cancellation' END,
    'hold ' || v.hold_id, 'booking ' || v.booking_id, 'of ' || v.buyer)
FROM unnest(?::text[]) AS n (name)
JOIN seat_version v ON v.show_id = split_part(n.name, '/', 1)::bigint
  AND v.number = split_part(n.name, '/', 2)::integer AND v.version = split_part(n.name, '/', 3)::integer
WHERE v.version > 0
-- hold
SELECT record_time(h.created_at),
  format('hold %s of %s: seats %s of show %s for %s points until %s, now in state %s', h.id, h.buyer, h.seats,
    h.show_id, h.total, h.expires_at, h.state)
FROM unnest(?::text[]) AS n (name)
JOIN hold h ON h.id::text = n.name
-- booking
SELECT record_time(b.confirmed_at),
  format('booking %s of %s: hold %s, seats %s of show %s for %s points%s%s', b.id, b.buyer, b.hold_id, b.seats,
    b.show_id, b.total, ', balance then ' || b.paid_balance, ', cancelled at ' || b.cancelled_at)
FROM unnest(?::text[]) AS n (name)
JOIN booking b ON b.id::text = n.name
-- entry
SELECT record_time(t.at),
  format('entry %s of the wallet of %s: %s makes %s, %s%s', v.number, v.buyer, v.amount, v.balance,
    CASE v.kind WHEN 't' THEN 'top-up ' || v.transfer_id WHEN 'p' THEN 'payment' WHEN 'r' THEN 'refund' ELSE 'no transfer' END,
    ' of booking ' || v.booking_id)
FROM unnest(?::text[]) AS n (name)
JOIN wallet_version v ON v.buyer = regexp_replace(n.name, '/[0-9]+$', '')
  AND v.number = substring(n.name FROM '[0-9]+$')::bigint
LEFT JOIN transfer t ON t.id = v.transfer_id
WHERE v.number > 0
-- told
SELECT record_time((t.value::jsonb ->> 'at')::timestamptz), format('told at offset %s of partition %s: %s', t.pos, t.part, t.value)
FROM unnest(?::text[]) AS n (name)
JOIN told t ON t.key = regexp_replace(n.name, '/[0-9]+$', '') AND t.version = substring(n.name FROM '[0-9]+$')::integer
-- write
SELECT record_time(w.at), format('%s accepted fence %s of %s, for call %s', w.resource, w.fence, w.writer, w.call_id)
FROM unnest(?::text[]) AS n (name)
JOIN fenced_write w ON w.id = n.name::bigint
-- job
SELECT record_time(e.at), format('job %s took effect in attempt %s of %s', e.job_key, e.attempt, e.worker)
FROM unnest(?::text[]) AS n (name)
JOIN job_effect e ON e.job_key = n.name
