-- What was found not to agree, and what operators were alerted to: of all servers together.

-- What the patrol has found. A row goes when its place is looked at again and agrees.
CREATE TABLE drift (
  part     text        COLLATE "C" NOT NULL,
  place    text        COLLATE "C" NOT NULL, -- in the order in which the part is gone through
  kind     text        COLLATE "C" NOT NULL,
  detail   text        NOT NULL,
  found_at timestamptz NOT NULL
);

CREATE INDEX drift_by_place ON drift (part, place);

-- How far the patrol has come.
CREATE TABLE patrol (
  part          text        COLLATE "C" PRIMARY KEY,
  reached       text        COLLATE "C" NOT NULL,
  rounds        bigint      NOT NULL DEFAULT 0,
  last_round_at timestamptz -- when it last came to the end
);

-- What fired, until when. An alert of one server bears its name; one that all servers see alike
-- bears none, and they share its row.
CREATE TABLE alert (
  id          bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name        text             COLLATE "C" NOT NULL,
  server      text             COLLATE "C" NOT NULL, -- empty: seen by all
  severity    text             NOT NULL,
  fired_at    timestamptz      NOT NULL,
  seen_at     timestamptz      NOT NULL, -- still firing then; a server that vanished sees no more
  resolved_at timestamptz,
  value       double precision NOT NULL,
  bound       double precision NOT NULL,
  detail      text             NOT NULL
);

CREATE UNIQUE INDEX alert_firing ON alert (name, server) WHERE resolved_at IS NULL;
