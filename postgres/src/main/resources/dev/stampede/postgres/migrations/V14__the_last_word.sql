-- What the database refuses by itself, whatever the servers believe; and the evidence of a commit.

-- One row for each seat that is sold: the booking that has it. A second booking of the seat fails on
-- the key. Nothing but the triggers below writes it, so that it cannot be forgotten.
CREATE TABLE sold_seat (
  show_id    bigint  NOT NULL,
  number     integer NOT NULL,
  booking_id uuid    NOT NULL,
  CONSTRAINT seat_sold_once PRIMARY KEY (show_id, number)
);

-- Once for each statement, over all bookings that it made: a group pays for it once.
CREATE FUNCTION sell_seats() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO sold_seat (show_id, number, booking_id)
    SELECT show_id, unnest(seats), id
    FROM added
    WHERE cancelled_at IS NULL;
    RETURN NULL;
  END
  $$;

CREATE TRIGGER bookings_sell_seats AFTER INSERT ON booking
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sell_seats();

CREATE FUNCTION return_seats() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM sold_seat
    WHERE show_id = OLD.show_id AND number = ANY (OLD.seats) AND booking_id = OLD.id;
    IF TG_OP = 'UPDATE' AND NEW.cancelled_at IS NULL THEN
      INSERT INTO sold_seat (show_id, number, booking_id)
      SELECT NEW.show_id, unnest(NEW.seats), NEW.id;
    END IF;
    RETURN NULL;
  END
  $$;

CREATE TRIGGER cancelled_bookings_return_seats AFTER UPDATE ON booking
  FOR EACH ROW
  WHEN ((OLD.cancelled_at, OLD.show_id, OLD.seats) IS DISTINCT FROM
    (NEW.cancelled_at, NEW.show_id, NEW.seats))
  EXECUTE FUNCTION return_seats();

CREATE TRIGGER deleted_bookings_return_seats AFTER DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION return_seats();

-- The triggers are there, and lock the table until this commits: no booking comes in between.
INSERT INTO sold_seat (show_id, number, booking_id)
SELECT show_id, unnest(seats), id
FROM booking
WHERE cancelled_at IS NULL;

-- A booking is paid once: its payment bears its id, which is the key. It is given back once.
ALTER TABLE transfer
  ADD CONSTRAINT payment_bears_its_booking CHECK (kind <> 'p' OR id = booking_id);

CREATE UNIQUE INDEX transfer_refunds_once ON transfer (booking_id) WHERE kind = 'r';

-- A wallet's statement is one chain: each entry goes on from the balance of the one before. Whatever
-- a wallet's row says, no entry can spend points that the entries before it did not leave.
CREATE OR REPLACE FUNCTION entries_sum_to_zero() RETURNS trigger
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

    -- The entry before is in the same statement, or was there, or this is the first.
    SELECT line.buyer, line.number, line.amount, line.balance, line.before INTO wrong
    FROM (
      SELECT a.buyer, a.number, a.amount, a.balance, coalesce(
        lag(a.balance) OVER up_to,
        (SELECT e.balance FROM entry e
          WHERE e.account = 'w' AND e.buyer = a.buyer AND e.number = a.number - 1),
        CASE a.number WHEN 1 THEN 0 END) AS before
      FROM added a
      WHERE a.account = 'w'
      WINDOW up_to AS (PARTITION BY a.buyer ORDER BY a.number)) AS line
    WHERE line.before + line.amount IS DISTINCT FROM line.balance
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'entry % of the wallet of % adds % to % and says %',
        wrong.number, wrong.buyer, wrong.amount, coalesce(wrong.before::text, 'nothing'), wrong.balance;
    END IF;
    RETURN NULL;
  END
  $$;

-- Each transaction that commits claims leaves one row, under a name that it alone knows: when the
-- answer to a commit was lost, the row tells whether it happened. The id of the transaction alone
-- would not: after a crash, an id that never reached the disk is given out again.
--
-- The index grows at its right end and is pruned from its left. Rows are kept for a number of
-- transactions, not for a time: a clock that steps must not take evidence away.
CREATE TABLE commit_mark (
  transaction xid8 NOT NULL,
  name        uuid NOT NULL,
  PRIMARY KEY (transaction, name)
);
