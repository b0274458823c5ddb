-- What others have not been told yet, and which server tells them.

-- One row for each seat_event and each change of a booking, written in their commit and deleted once
-- Kafka has it. It names what happened and does not repeat it: seat_event and booking are read when
-- it is sent.
--
-- Rows are read by range in the order of id, from the beginning each time. For one seat, or one
-- booking, ids rise with versions: they are drawn under the locks of the seats. So the sequence must
-- hand them out one by one (CACHE 1, which is the default): a session that had some in advance would
-- use old ones for new versions.
--
-- Its only index grows at the right end of each range and shrinks at the left. Dead entries at the
-- left are passed over by every read until they are vacuumed: that must not wait for a fifth of a
-- table that is nearly always empty.
CREATE TABLE outbox (
  id         bigint   GENERATED ALWAYS AS IDENTITY (CACHE 1) NOT NULL,
  show_id    bigint,
  number     integer,
  version    integer  NOT NULL CHECK (version > 0),
  range      smallint NOT NULL CHECK (range BETWEEN 0 AND 7),
  booking_id uuid,
  CONSTRAINT seat_or_booking CHECK (
    num_nulls(show_id, number) = CASE WHEN booking_id IS NULL THEN 0 ELSE 2 END)
) WITH (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_threshold = -1,
  autovacuum_vacuum_cost_delay = 0);

CREATE INDEX outbox_in_order ON outbox (range, id);

-- Servers that send. Not here, or past its time: does not count when ranges are shared.
CREATE TABLE relay_server (
  id          uuid        PRIMARY KEY,
  alive_until timestamptz NOT NULL
);

-- Who sends which range. Past its time it is anybody's.
CREATE TABLE relay_range (
  range       smallint    PRIMARY KEY CHECK (range BETWEEN 0 AND 7),
  owner       uuid,
  lease_until timestamptz,
  CONSTRAINT owned_until CHECK ((owner IS NULL) = (lease_until IS NULL))
);

INSERT INTO relay_range (range) SELECT generate_series(0, 7);

-- The name by which Kafka knows who may send the events of this database. A copy of the database
-- that is used beside the first, with the same Kafka, must be given another.
CREATE TABLE deployment (
  id     uuid    NOT NULL DEFAULT gen_random_uuid(),
  single boolean PRIMARY KEY DEFAULT true CHECK (single)
);

INSERT INTO deployment DEFAULT VALUES;
