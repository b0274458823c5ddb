-- What became of booking requests that came by the broker: one row for each, refusals included,
-- written in the transaction that decided it. Whoever meets a request again finds its row and decides
-- nothing.
--
-- What a refusal says besides its kind are numbers. A booking is named and not repeated.
CREATE TABLE request_outcome (
  id         uuid        PRIMARY KEY,
  show_id    bigint      NOT NULL,
  decided_at timestamptz NOT NULL,
  booking_id uuid,
  kind       text        COLLATE "C" NOT NULL,
  numbers    bigint[]    NOT NULL,
  CONSTRAINT done_or_failed CHECK (
    (booking_id IS NOT NULL) = (kind IN ('booked', 'already-booked')))
);

-- For pruning, as in V2.
CREATE INDEX request_outcome_by_age ON request_outcome
  USING brin (decided_at) WITH (pages_per_range = 32);
