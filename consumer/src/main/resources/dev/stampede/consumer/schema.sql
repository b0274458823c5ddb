-- What consumers of events remember. PostgreSQL 15 or later.

-- One row for each key that a consumer has seen: the version it has handled last, written in the
-- transaction of its effects. No index has a column that changes, so that updates are HOT.
CREATE TABLE inbox (
  version  bigint  NOT NULL DEFAULT 0 CHECK (version >= 0),
  parked   boolean NOT NULL DEFAULT false, -- what comes waits behind what was put aside
  jump     boolean NOT NULL DEFAULT false, -- a person has said that versions may be missing
  consumer text    COLLATE "C" NOT NULL,
  topic    text    COLLATE "C" NOT NULL,
  key      text    COLLATE "C" NOT NULL,
  PRIMARY KEY (consumer, topic, key)
) WITH (fillfactor = 70);

-- Messages put aside, as they came. Of each key in the order of id.
CREATE TABLE parked_message (
  id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position  bigint      NOT NULL,
  version   bigint, -- none: it could not be read
  sent_at   timestamptz NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  partition integer     NOT NULL,
  consumer  text        COLLATE "C" NOT NULL,
  topic     text        COLLATE "C" NOT NULL,
  key       text        COLLATE "C" NOT NULL,
  reason    text        NOT NULL CHECK (reason IN ('failed', 'gap', 'undecodable', 'behind')),
  failure   text        NOT NULL,
  value     bytea       NOT NULL,
  UNIQUE (consumer, topic, partition, position, sent_at)
);

CREATE INDEX parked_message_by_key ON parked_message (consumer, topic, key, id);

-- Up to when everything that was in a partition has been handled.
CREATE TABLE inbox_progress (
  as_of     timestamptz NOT NULL,
  partition integer     NOT NULL,
  consumer  text        COLLATE "C" NOT NULL,
  topic     text        COLLATE "C" NOT NULL,
  PRIMARY KEY (consumer, topic, partition)
) WITH (fillfactor = 50);
