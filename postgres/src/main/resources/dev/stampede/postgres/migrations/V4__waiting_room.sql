-- The lines in front of sales: what must survive the loss of Redis, which keeps the order itself.

-- One row for each show that ever had a line. Numbers up to "reserved" may have been given out; after
-- a loss the next ones begin above, in the next epoch.
CREATE TABLE queue (
  show_id  bigint  PRIMARY KEY,
  reserved bigint  NOT NULL CHECK (reserved >= 0),
  epoch    integer NOT NULL CHECK (epoch > 0)
);

-- Numbers that are no longer in line: written before it takes effect, so that nobody comes back to a
-- place that is gone. A buyer who was let in has a pass until "pass_until".
CREATE TABLE queue_gone (
  show_id    bigint      NOT NULL,
  number     bigint      NOT NULL CHECK (number > 0),
  pass_until timestamptz,
  epoch      integer     NOT NULL CHECK (epoch > 0),
  kind       "char"      NOT NULL CHECK (kind IN ('a', 'l', 'e', 'x')), -- admitted, left, expired, exchanged for an older place
  buyer      text        COLLATE "C" NOT NULL,
  PRIMARY KEY (show_id, number),
  CONSTRAINT admitted_with_a_pass CHECK ((pass_until IS NOT NULL) = (kind = 'a'))
);

CREATE INDEX queue_gone_of_buyer ON queue_gone (show_id, buyer, number);

-- Who has a pass, after a loss.
CREATE INDEX queue_gone_pass ON queue_gone (show_id, pass_until) WHERE kind = 'a';
