-- Points and bookings: who paid what, in entries that are never changed and always sum to zero.
--
-- As in V2, what claims write has no foreign keys; what refers to what is looked up under the locks,
-- and LedgerCheck compares.

-- How many points a buyer has; changed under its row lock alone. It is the sum of the wallet's
-- entries, kept so that nobody has to add them up to pay. No other account has such a row: one for
-- the house would be locked by every group of every process until its commit.
-- Room is left in each page, and no index is on what changes, so that updates stay in it (HOT).
CREATE TABLE wallet (
  balance bigint NOT NULL CHECK (balance >= 0),
  version bigint NOT NULL CHECK (version >= 0), -- the number of its last entry
  buyer   text   COLLATE "C" PRIMARY KEY
) WITH (fillfactor = 60);

-- A movement of points between a wallet and another account. What pays a booking bears its id.
CREATE TABLE transfer (
  id         uuid        PRIMARY KEY,
  amount     bigint      NOT NULL CHECK (amount > 0),
  at         timestamptz NOT NULL,
  kind       "char"      NOT NULL CHECK (kind IN ('t', 'p', 'r')), -- top-up, payment, refund
  booking_id uuid        CHECK ((booking_id IS NULL) = (kind = 't')),
  buyer      text        COLLATE "C" NOT NULL,                     -- whose wallet
  ordered_by text        COLLATE "C"                               -- if somebody else asked for it
);

-- Both sides of each transfer. What a wallet's side says is its statement: numbered without gaps,
-- with the balance after it.
CREATE TABLE entry (
  amount      bigint NOT NULL CHECK (amount <> 0), -- what it adds to the account
  number      bigint CHECK (number > 0),
  balance     bigint CHECK (balance >= 0),
  transfer_id uuid   NOT NULL,
  account     "char" NOT NULL CHECK (account IN ('w', 'h', 'p')), -- a wallet, the house, the provider
  buyer       text   COLLATE "C",
  PRIMARY KEY (transfer_id, account),
  CONSTRAINT wallets_have_a_statement CHECK (
    num_nulls(buyer, number, balance) = CASE account WHEN 'w' THEN 0 ELSE 3 END)
);

CREATE UNIQUE INDEX entry_of_wallet ON entry (buyer, number) WHERE account = 'w';

CREATE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE EXCEPTION 'rows of % are never changed or deleted; write another that undoes it', TG_TABLE_NAME;
  END
  $$;

CREATE TRIGGER transfers_stay BEFORE UPDATE OR DELETE ON transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Once for each statement, over all that it added: a group pays for it once.
CREATE FUNCTION entries_sum_to_zero() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    wrong record;
  BEGIN
    SELECT a.transfer_id, sum(a.amount) AS total INTO wrong
    FROM added a
    GROUP BY a.transfer_id
    HAVING sum(a.amount) <> 0
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'the entries of transfer % sum to %, not to zero', wrong.transfer_id, wrong.total;
    END IF;
    RETURN NULL;
  END
  $$;

CREATE TRIGGER entries_balance AFTER INSERT ON entry
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION entries_sum_to_zero();

-- Seats that are paid for, by points or outside, or were until they were cancelled. A cancelled one
-- that was paid outside is for the shop to refund.
CREATE TABLE booking (
  id               uuid        PRIMARY KEY,
  hold_id          uuid        NOT NULL, -- of the seats too, while they are sold
  show_id          bigint      NOT NULL,
  total            bigint      NOT NULL CHECK (total > 0),
  confirmed_at     timestamptz NOT NULL,
  cancelled_at     timestamptz,
  paid_balance     bigint      CHECK (paid_balance >= 0),     -- of the wallet, after it paid
  refunded_balance bigint      CHECK (refunded_balance >= 0), -- and after it was given back
  buyer            text        COLLATE "C" NOT NULL,
  provider         text        COLLATE "C",
  reference        text        COLLATE "C",
  seats            integer[]   NOT NULL CHECK (cardinality(seats) > 0),
  CONSTRAINT points_or_outside CHECK (
    num_nulls(provider, reference) = CASE WHEN paid_balance IS NULL THEN 0 ELSE 2 END),
  CONSTRAINT refunded_when_cancelled CHECK (
    (refunded_balance IS NOT NULL) = (paid_balance IS NOT NULL AND cancelled_at IS NOT NULL))
) WITH (fillfactor = 90);

-- A hold is paid once.
CREATE UNIQUE INDEX booking_of_hold ON booking (hold_id);

-- A payment outside pays once.
CREATE UNIQUE INDEX booking_reference ON booking (provider, reference) WHERE provider IS NOT NULL;

-- "My bookings", newest first, and how many seats a buyer has.
CREATE INDEX booking_of_buyer ON booking (buyer, confirmed_at, id);

-- A hold can be paid. It then leaves the indexes of live holds.
ALTER TABLE hold
  DROP CONSTRAINT hold_state_check,
  ADD CONSTRAINT hold_state_check CHECK (state IN ('l', 'r', 'e', 'p'));

-- A seat is sold by a booking, and freed when that is cancelled.
ALTER TABLE seat_event
  ADD COLUMN booking_id uuid,
  DROP CONSTRAINT seat_event_reason_check,
  ADD CONSTRAINT seat_event_reason_check CHECK (
    reason IN ('c', 'g', 'e', 'p', 'x')); -- claimed, given back, expired, paid, cancelled

-- What is stored under a key is a hold, a booking, its cancellation, or a top-up's transfer.
ALTER TABLE operation RENAME COLUMN hold_id TO subject_id;
ALTER TABLE operation
  ADD COLUMN answer "char" NOT NULL DEFAULT 'h' CHECK (answer IN ('h', 'b', 'c', 't'));
ALTER TABLE operation ALTER COLUMN answer DROP DEFAULT;
