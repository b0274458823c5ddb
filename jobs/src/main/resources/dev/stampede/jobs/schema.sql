-- The job queue. PostgreSQL 17 or later.

-- The clock of all that is due. Tests replace this function to move time.
CREATE FUNCTION job_now() RETURNS timestamptz
  LANGUAGE sql VOLATILE PARALLEL SAFE
  AS 'SELECT clock_timestamp()';

-- One row per running worker. Its lease is good for everything it has claimed, buffered jobs
-- included, so that a sign of life costs one row, however many jobs there are.
CREATE TABLE job_worker (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name        text        NOT NULL,
  lease_until timestamptz NOT NULL -- '-infinity': given up, its jobs are being freed
);

-- What waits and what runs; whatever has ended goes to one of the tables below. No index has a
-- column that a claim changes (worker, attempt), so that claims are HOT updates: they find room on
-- the same page, and no index grows by them.
CREATE TABLE job (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  due_at       timestamptz NOT NULL,
  enqueued_at  timestamptz NOT NULL, -- where the grid of a recurring job begins
  worker       bigint,               -- who has claimed it
  every_millis bigint      CHECK (every_millis > 0),
  attempt      integer     NOT NULL DEFAULT 0, -- grows with every claim: the fence
  failures     integer     NOT NULL DEFAULT 0, -- runs that failed
  losses       integer     NOT NULL DEFAULT 0, -- workers that vanished with it
  kind         text        COLLATE "C" NOT NULL,
  unique_key   text        COLLATE "C",
  payload      text        NOT NULL,
  failure      text                  -- of the last run that failed
) WITH (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_threshold = 10000
);

CREATE INDEX job_due ON job (due_at, id);

CREATE UNIQUE INDEX job_unique_key ON job (unique_key) WHERE unique_key IS NOT NULL;

-- What has been done, for as long as it is kept. Written once, pruned from the old end.
CREATE TABLE job_done (
  id          bigint      NOT NULL,
  finished_at timestamptz NOT NULL,
  enqueued_at timestamptz NOT NULL,
  attempt     integer     NOT NULL,
  kind        text        COLLATE "C" NOT NULL
);

CREATE INDEX job_done_by_time ON job_done (finished_at);

-- What was tried often enough and waits for a person.
CREATE TABLE job_dead (
  id          bigint      PRIMARY KEY,
  died_at     timestamptz NOT NULL,
  enqueued_at timestamptz NOT NULL,
  attempt     integer     NOT NULL,
  failures    integer     NOT NULL,
  losses      integer     NOT NULL,
  kind        text        COLLATE "C" NOT NULL,
  unique_key  text        COLLATE "C",
  payload     text        NOT NULL,
  failure     text        NOT NULL
);
