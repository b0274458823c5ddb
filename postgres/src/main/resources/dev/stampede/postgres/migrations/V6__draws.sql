-- The draws of early arrivals: their secrets, made before anybody joins, and who drew which place.

-- One row per show whose line is drawn. The keys are there from the beginning; the rest is written
-- once, by the transaction that writes all of the draw's leaves.
CREATE TABLE draw (
  show_id   bigint      PRIMARY KEY REFERENCES show (id),
  base      bigint,
  drawn_at  timestamptz,
  leaves    integer     CHECK (leaves >= 0),
  secret    bytea       NOT NULL CHECK (length(secret) = 32),
  nonce_key bytea       NOT NULL CHECK (length(nonce_key) = 32),
  root      bytea       CHECK (length(root) = 32),
  CONSTRAINT drawn_whole_or_not CHECK (num_nulls(base, drawn_at, leaves, root) IN (0, 4))
);

-- Who drew which place, counted from 1; a million rows come at once, by COPY, in the order of the
-- first key, and are never changed. No foreign keys and no checks: they would be paid for by each
-- row, and only one statement ever writes here.
CREATE TABLE draw_leaf (
  show_id bigint  NOT NULL,
  arrival bigint  NOT NULL, -- the number in the buyer's place token
  place   integer NOT NULL,
  leaf    bytea   NOT NULL,
  buyer   text    COLLATE "C" NOT NULL,
  PRIMARY KEY (show_id, place)
);

-- Turns a place token that comes back into what it has drawn.
CREATE UNIQUE INDEX draw_leaf_by_arrival ON draw_leaf (show_id, arrival);
