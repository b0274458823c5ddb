-- Epochs: what tells a history of this database from one that was undone.
--
-- A failover to a standby that was behind, a point-in-time recovery or a restored snapshot takes
-- committed rows back, and versions, numbers and ids with them. Whoever remembers the undone ones
-- (boards, Redis, consumers of events) cannot tell the new from a repeat, unless the two differ in
-- something that only grows.

-- The timeline that PostgreSQL writes now. A promoted standby and a recovered backup begin another.
CREATE FUNCTION stampede_timeline() RETURNS integer
  LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $$ SELECT ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer $$;

-- One row for each epoch; the highest is the current one. A later epoch is numbered by the second in
-- which it begins, so that it is above those which a rewind has taken out of this table.
CREATE TABLE database_epoch (
  epoch             bigint      PRIMARY KEY CHECK (epoch > 0),
  system_identifier bigint      NOT NULL,
  timeline          integer     NOT NULL,
  since             timestamptz NOT NULL, -- events decided on this timeline from then on are of it
  begun_at          timestamptz NOT NULL DEFAULT clock_timestamp()
);

INSERT INTO database_epoch (epoch, system_identifier, timeline, since)
SELECT 1, system_identifier, stampede_timeline(), '-infinity' FROM pg_control_system();

-- Begins the next epoch, unless a later one than "known" has begun. Ids go on a million further: links,
-- passes, fences and handlers of jobs may remember those that were given out and undone.
CREATE FUNCTION stampede_next_epoch(known bigint) RETURNS bigint
  LANGUAGE plpgsql
  AS $$
DECLARE
  latest database_epoch;
  begun  bigint;
BEGIN
  PERFORM FROM deployment FOR UPDATE;
  SELECT * INTO STRICT latest FROM database_epoch ORDER BY epoch DESC LIMIT 1;
  IF latest.epoch > known THEN
    RETURN latest.epoch;
  END IF;
  begun := greatest(known + 1, extract(epoch FROM clock_timestamp())::bigint);
  INSERT INTO database_epoch (epoch, system_identifier, timeline, since)
  SELECT begun, system_identifier, stampede_timeline(),
    -- On another timeline every row is new. On the same one those are that were written since the
    -- server was started from its older files.
    CASE WHEN stampede_timeline() = latest.timeline
      THEN pg_postmaster_start_time() ELSE '-infinity' END
  FROM pg_control_system();
  PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, last_value + 1000000)
  FROM pg_sequences
  WHERE schemaname = current_schema() AND sequenceowner = current_user
    AND data_type = 'bigint'::regtype AND last_value < max_value - 1000000;
  RETURN begun;
END $$;

-- The timeline on which an event was written says of which epoch it is, however late it is sent.
ALTER TABLE outbox ADD COLUMN timeline integer NOT NULL DEFAULT stampede_timeline();

-- For which epoch a line's numbers were last raised, and the statistics last computed.
ALTER TABLE queue ADD COLUMN database_epoch bigint NOT NULL DEFAULT 1;
ALTER TABLE deployment ADD COLUMN statistics_epoch bigint NOT NULL DEFAULT 1;

-- Events have an epoch: what was undone is not compared with what came instead.
ALTER TABLE inbox ADD COLUMN epoch bigint NOT NULL DEFAULT 1 CHECK (epoch > 0);
ALTER TABLE parked_message ADD COLUMN epoch bigint; -- none: it could not be read
UPDATE parked_message SET epoch = 1 WHERE version IS NOT NULL;
