-- Begins the log of a show, where there is none of this run of Redis.
--
-- KEYS 1     the head of the log
--      2     the ranks told, packed
--      3     the log
-- ARGV 1     the channel
--      2     the show
--      3     the new epoch
--      4     the ranks that count as told already, packed
--      5     milliseconds until the log is forgotten if nothing more is told
-- answer     1 if it was begun, 0 if there was one
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if redis.call('HGET', KEYS[1], 'run') == run then
  return 0
end
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('HSET', KEYS[1], 'epoch', ARGV[3], 'n', 0, 'run', run)
redis.call('SET', KEYS[2], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
-- Nothing is told yet, but who follows another epoch of this show hears that it is over.
redis.call('PUBLISH', ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. '.1')
return 1
