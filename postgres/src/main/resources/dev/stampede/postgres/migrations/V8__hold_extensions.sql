-- More time for all who hold seats of a show, given by an operator.

-- One row each time. It is done in batches, each a transaction that also notes here how far it has
-- come: whoever repeats it, after whatever went wrong, goes on from there and extends no hold twice.
CREATE TABLE hold_extension (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  show_id     bigint      NOT NULL,
  by_millis   bigint      NOT NULL CHECK (by_millis > 0),
  began_at    timestamptz NOT NULL, -- what is held later has its time from the beginning
  extended    integer     NOT NULL DEFAULT 0 CHECK (extended >= 0),
  clipped     integer     NOT NULL DEFAULT 0 CHECK (clipped >= 0),
  done        boolean     NOT NULL DEFAULT false,
  last_hold   uuid        NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  operation   bytea       UNIQUE CHECK (length(operation) = 32),
  fingerprint bytea       CHECK (length(fingerprint) = 32),
  CONSTRAINT operation_whole_or_not CHECK ((operation IS NULL) = (fingerprint IS NULL))
);

-- A seat whose hold got more time is held anew, by the same hold, until later.
ALTER TABLE seat_event
  DROP CONSTRAINT seat_event_reason_check,
  ADD CONSTRAINT seat_event_reason_check CHECK (
    reason IN ('c', 'g', 'e', 'p', 'x', 'm')); -- claimed, given back, expired, paid, cancelled, more time
