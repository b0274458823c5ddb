-- Gives a lock back, if it is still its owner's.
--
-- KEYS 1     the lock
-- ARGV 1     its owner
-- answer     1, or 0 where it has ended or is another's by now
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
