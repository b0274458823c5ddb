-- Money captured outside: each payment is one row, which has paid a booking, or is to be paid back,
-- or was paid back. That it is one row is what keeps a payment from being two of these.
--
-- As in V2 and V3, what claims write has no foreign keys.
CREATE TABLE outside_payment (
  amount           bigint      NOT NULL CHECK (amount > 0),
  due_at           timestamptz,
  settled_at       timestamptz,
  hold_id          uuid        NOT NULL,                   -- what it was meant to pay
  booking_id       uuid,                                   -- what it has paid; none: it was refused
  refund_id        uuid,                                   -- set once it is to be paid back
  reason           "char"      CHECK (reason IN ('c', 'e', 'a')), -- booking cancelled, hold expired, hold already paid
  buyer            text        COLLATE "C" NOT NULL,
  provider         text        COLLATE "C" NOT NULL,
  reference        text        COLLATE "C" NOT NULL,
  settled_by       text        COLLATE "C",                -- the shop's name for what gave it back
  PRIMARY KEY (provider, reference),
  CONSTRAINT refund_is_whole CHECK (num_nulls(refund_id, due_at, reason) IN (0, 3)),
  CONSTRAINT pays_or_goes_back CHECK (
    CASE WHEN refund_id IS NULL THEN booking_id IS NOT NULL
      ELSE (booking_id IS NOT NULL) = (reason = 'c') END),
  CONSTRAINT settled_when_due CHECK (
    num_nulls(settled_at, settled_by) = 2
    OR (num_nulls(settled_at, settled_by) = 0 AND refund_id IS NOT NULL))
) WITH (fillfactor = 90);

CREATE UNIQUE INDEX outside_payment_refund ON outside_payment (refund_id)
  WHERE refund_id IS NOT NULL;

-- Refunds by what they have come to, newest first. Most payments are none.
CREATE INDEX outside_payment_due ON outside_payment (due_at, refund_id)
  WHERE refund_id IS NOT NULL AND settled_at IS NULL;
CREATE INDEX outside_payment_settled ON outside_payment (due_at, refund_id)
  WHERE settled_at IS NOT NULL;

-- All that have paid a booking so far. What was cancelled is due back, marked by the job or not yet.
INSERT INTO outside_payment (amount, due_at, hold_id, booking_id, refund_id, reason, buyer, provider,
  reference)
SELECT total, cancelled_at, hold_id, id,
  CASE WHEN cancelled_at IS NOT NULL THEN id END, CASE WHEN cancelled_at IS NOT NULL THEN 'c' END,
  buyer, provider, reference
FROM booking
WHERE provider IS NOT NULL;

-- The one row is what makes a payment pay once; refunds are written by the commit that cancels.
DROP INDEX booking_reference;
DROP INDEX booking_cancelled_outside;
DROP TABLE refund_due;
DELETE FROM job WHERE kind = 'mark-refunds';
DELETE FROM job_dead WHERE kind = 'mark-refunds';
