-- Shows, their seats, and who holds which until when.
--
-- Names of buyers are compared byte by byte (COLLATE "C"): nobody sorts them for reading, and a
-- collation's rules would be paid for in every index insert.
--
-- The tables that claims write have no foreign keys. Each would cost a look-up per row, and a share
-- lock on one row of "show" that every claim of a hot show would queue for. Rows are never deleted
-- from "show", and a claim's show and seats are looked up before anything is written.

CREATE TABLE show (
  id                  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name                text        NOT NULL,
  starts_at           timestamptz NOT NULL,
  sale_opens_at       timestamptz NOT NULL,
  gate                "char"      NOT NULL CHECK (gate IN ('o', 'p', 'c')), -- open, paused, closed
  max_seats_per_hold  integer     NOT NULL CHECK (max_seats_per_hold > 0),
  max_seats_per_buyer integer     CHECK (max_seats_per_buyer > 0),
  hold_millis         bigint      NOT NULL CHECK (hold_millis > 0),
  room_enabled        boolean,
  room_admit_rate     integer     CHECK (room_admit_rate >= 0),
  room_max_active     integer     CHECK (room_max_active > 0),
  room_pass_millis    bigint      CHECK (room_pass_millis > 0),
  room_shuffle_early  boolean,
  version             integer     NOT NULL CHECK (version > 0), -- of the settings; claims leave it
  created_at          timestamptz NOT NULL DEFAULT stampede_now(),
  CONSTRAINT waiting_room_whole_or_none CHECK (
    num_nulls(room_enabled, room_admit_rate, room_max_active, room_pass_millis, room_shuffle_early)
      IN (0, 5))
);

-- Never changes once the show is there, so that processes may keep maps in memory.
CREATE TABLE section (
  show_id       bigint  NOT NULL REFERENCES show (id),
  position      integer NOT NULL CHECK (position >= 0),
  name          text    NOT NULL,
  price         bigint  NOT NULL CHECK (price BETWEEN 1 AND 9007199254740991),
  row_count     integer CHECK (row_count > 0),
  seats_per_row integer CHECK (seats_per_row > 0),
  capacity      integer CHECK (capacity > 0),
  PRIMARY KEY (show_id, position),
  UNIQUE (show_id, name),
  CONSTRAINT mapped_or_open CHECK (
    (num_nulls(row_count, seats_per_row) = 0 AND capacity IS NULL)
    OR (num_nulls(row_count, seats_per_row) = 2 AND capacity IS NOT NULL))
);

-- One row per seat, changed under its row lock alone.
--
-- No index but the key, which never changes, and half of each page left empty: an update then stays
-- in its page and touches no index (HOT). A free row has about 48 bytes and a held one about 80, so
-- that even a page whose seats are all held still has them all.
-- Columns are ordered by alignment: the row is as narrow as it can be.
CREATE TABLE seat (
  show_id    bigint      NOT NULL,
  number     integer     NOT NULL CHECK (number >= 0),
  version    integer     NOT NULL CHECK (version >= 0), -- one more with every seat_event
  held_until timestamptz,                               -- past: the hold expired, the seat is free
  hold_id    uuid,
  state      "char"      NOT NULL,                      -- as SeatState has its letters
  buyer      text        COLLATE "C",
  PRIMARY KEY (show_id, number),
  CONSTRAINT owned_or_free CHECK (
    CASE state
      WHEN 'f' THEN num_nulls(buyer, hold_id, held_until) = 3
      WHEN 'h' THEN num_nulls(buyer, hold_id, held_until) = 0
      WHEN 's' THEN num_nulls(buyer, hold_id, held_until) = 0
      ELSE false
    END)
) WITH (fillfactor = 50);

-- A buyer's claim to seats until a moment. Its seats never change; whether they still are its own
-- is said by the seats. It stays when it has ended: stored answers refer to it.
CREATE TABLE hold (
  id         uuid        PRIMARY KEY,
  show_id    bigint      NOT NULL,
  total      bigint      NOT NULL CHECK (total > 0),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- live until its time is over, released by its buyer, or expired and tidied up by the reaper
  state      "char"      NOT NULL CHECK (state IN ('l', 'r', 'e')),
  buyer      text        COLLATE "C" NOT NULL,
  seats      integer[]   NOT NULL CHECK (cardinality(seats) > 0),
  CHECK (expires_at > created_at)
);

-- "My live holds" and "how many seats has this buyer": ended holds are not in it, and those that
-- expired a moment ago stand in front of the range that is read.
CREATE INDEX hold_live_of_buyer ON hold (buyer, expires_at) WHERE state = 'l';

-- What the reaper looks for. New holds expire last: the index grows at its right end, which is cheap.
CREATE INDEX hold_live_by_end ON hold (expires_at) WHERE state = 'l';

-- What happened to each seat, in order and without gaps; never changed, never deleted.
CREATE TABLE seat_event (
  show_id bigint      NOT NULL,
  number  integer     NOT NULL,
  version integer     NOT NULL CHECK (version > 0),
  at      timestamptz NOT NULL,
  hold_id uuid        NOT NULL,
  type    "char"      NOT NULL CHECK (type IN ('h', 'r', 's')),   -- held, released, sold
  reason  "char"      NOT NULL CHECK (reason IN ('c', 'g', 'e')), -- claimed, given back, expired
  buyer   text        COLLATE "C" NOT NULL,
  PRIMARY KEY (show_id, number, version)
);

-- What was done under which idempotency key, written with its effect. Both sums are SHA-256.
CREATE TABLE operation (
  id          bytea       PRIMARY KEY CHECK (length(id) = 32),
  fingerprint bytea       NOT NULL CHECK (length(fingerprint) = 32),
  hold_id     uuid        NOT NULL,
  created_at  timestamptz NOT NULL
);

-- For pruning: rows come in order of time, so a summary of each 256 kB is enough.
CREATE INDEX operation_by_age ON operation USING brin (created_at) WITH (pages_per_range = 32);

-- A lock for what a buyer has in a show, present only where the show has a limit per buyer. The
-- number itself is counted under this lock: a counter would be wrong as soon as a hold expires.
CREATE TABLE show_buyer (
  show_id bigint NOT NULL,
  buyer   text   COLLATE "C" NOT NULL,
  PRIMARY KEY (show_id, buyer)
);
