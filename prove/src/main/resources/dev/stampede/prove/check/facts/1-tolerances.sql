-- How far answers may be behind, as docs/guarantees.md promises it. In microseconds.
CREATE TABLE tolerance AS
SELECT
  -- A seat map is a second old at most while a server has its news; five allow for a busy machine.
  5000000::bigint AS board,
  -- SEAT_CACHE_TTL: a server that is cut off from Redis compares its maps with the database that
  -- often. Any fault may cut it off.
  60000000::bigint AS board_cut_off,
  -- While PostgreSQL is away, maps are shown as they were. No fault is longer than 60 s, and the
  -- maps are compared within another 60 s.
  125000000::bigint AS board_at_most,
  -- Lists come from a replica that is 5 s behind at most, by looks that take a while.
  7000000::bigint AS replica,
  -- SEAT_LOCK_TIMEOUT, and the patience of the claim that left the key behind.
  40000000::bigint AS abandoned_key,
  -- Positions are a second old at most, and shown for three more while Redis is away.
  5000000::bigint AS place,
  -- A server notices that PostgreSQL was rewound.
  5000000::bigint AS rewind_noticed,
  -- A holder that writes within this time of its call still has its lock, which lasts for a second.
  900000::bigint AS lock,
  -- A failover of Redis may follow a fault that is over.
  30000000::bigint AS redis_settles,
  -- Everything has lapsed, drained and calmed down this long after the last repair.
  180000000::bigint AS quiet_after;
