-- Cedes one lock to the next instance in line, or to those who spin; where none waits the owner
-- keeps it, for its whole time again.
--
-- KEYS 1     the lock's key
--      2     its line
-- ARGV 1..4  see pass.lua
--      5     the owner's token
--      6     milliseconds until the lock ends by itself, if it is kept
--      7     "1" when those who spin count
-- answer     1 kept, 0 ceded, -1 not the owner's
if redis.call('GET', KEYS[1]) ~= ARGV[5] then
  return -1
end
if told_next(KEYS[1], KEYS[2]) then
  return 0
end
if ARGV[7] == '1' then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], SPINNING, SPINNING + micros())
  if redis.call('ZCARD', KEYS[2]) > 0 then
    redis.call('DEL', KEYS[1])
    return 0
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[6])
return 1
