-- The tables for what clients and load have written, empty.
DROP SCHEMA IF EXISTS history CASCADE;
DROP SCHEMA IF EXISTS prove CASCADE;
CREATE SCHEMA history;
CREATE SCHEMA prove;

-- Names are compared byte by byte, as the product does: it is faster, and it is exact.
CREATE UNLOGGED TABLE history.call (
  id        bigint  NOT NULL,
  kind      text    COLLATE "C" NOT NULL,
  client    integer NOT NULL,
  buyer     text    COLLATE "C" NOT NULL,
  server    integer NOT NULL,
  invoked   bigint  NOT NULL, -- microseconds since the record began, as all times here
  completed bigint  NOT NULL,
  meaning   "char"  NOT NULL, -- done, not done, unknown
  show      bigint  NOT NULL,
  seats     integer[] NOT NULL,
  subject   text    COLLATE "C" NOT NULL,
  amount    bigint  NOT NULL,
  key       text    COLLATE "C" NOT NULL,
  pass      text    COLLATE "C" NOT NULL,
  reference text    COLLATE "C" NOT NULL,
  status    integer NOT NULL,
  problem   text    COLLATE "C" NOT NULL,
  made      text    COLLATE "C" NOT NULL,
  got_seats integer[] NOT NULL,
  total     bigint  NOT NULL,
  balance   bigint  NOT NULL,
  states    text    COLLATE "C" NOT NULL,
  got_pass  text    COLLATE "C" NOT NULL,
  replayed  boolean NOT NULL
);

CREATE UNLOGGED TABLE history.fault (
  kind   text   COLLATE "C" NOT NULL,
  target text   COLLATE "C" NOT NULL,
  began  bigint NOT NULL,
  ended  bigint NOT NULL,
  detail text   NOT NULL
);

CREATE UNLOGGED TABLE history.event (
  topic text    COLLATE "C" NOT NULL,
  part  integer NOT NULL,
  pos   bigint  NOT NULL,
  key   text    COLLATE "C" NOT NULL,
  value text    NOT NULL
);

CREATE UNLOGGED TABLE history.run (
  name  text PRIMARY KEY,
  value text NOT NULL
);

-- Writes under a lock that the guarded row has accepted, in their order.
CREATE UNLOGGED TABLE prove.fenced_write (
  id       bigint NOT NULL,
  resource text   COLLATE "C" NOT NULL,
  fence    bigint NOT NULL,
  writer   text   COLLATE "C" NOT NULL,
  call_id  bigint NOT NULL,
  at       timestamptz NOT NULL
);

-- The effects of jobs, each written in the transaction of its job.
CREATE UNLOGGED TABLE prove.job_effect (
  job_key text    COLLATE "C" NOT NULL,
  attempt integer NOT NULL,
  worker  text    COLLATE "C" NOT NULL,
  at      timestamptz NOT NULL
);

-- The jobs that were asked for, each written in the transaction that has enqueued it.
CREATE UNLOGGED TABLE prove.job_asked (
  job_key text   COLLATE "C" NOT NULL,
  call_id bigint NOT NULL
);
