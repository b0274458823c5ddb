-- The one clock that decides: never the server's. Tests replace this function to move time.
CREATE FUNCTION stampede_now() RETURNS timestamptz
  LANGUAGE sql VOLATILE PARALLEL SAFE
  AS 'SELECT clock_timestamp()';

-- What cookies, passes, place tokens and operation ids are signed with; the highest id signs,
-- all are believed. To rotate, insert the next id; delete an old one when its tokens have lapsed.
CREATE TABLE signing_key (
  id         integer     PRIMARY KEY CHECK (id > 0),
  secret     bytea       NOT NULL CHECK (length(secret) >= 32),
  created_at timestamptz NOT NULL DEFAULT stampede_now()
);
