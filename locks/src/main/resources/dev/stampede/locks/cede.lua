-- Cedes one lock to the next instance in line; where none waits the owner keeps it, for its whole
-- time again.
--
-- KEYS 1     the lock's key
--      2     its line
-- ARGV 1..4  see pass.lua
--      5     the owner's token
--      6     milliseconds until the lock ends by itself, if it is kept
-- answer     1 kept, 0 ceded, -1 not the owner's
if redis.call('GET', KEYS[1]) ~= ARGV[5] then
  return -1
end
if told_next(KEYS[1], KEYS[2]) then
  return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[6])
return 1
