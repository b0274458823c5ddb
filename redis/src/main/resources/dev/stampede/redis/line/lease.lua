-- Leases the long work on the line to one process.
--
-- ARGV 1     the process
--      2     for how many milliseconds; 0 gives the lease back
-- answer     "1" if the process has it, or had it until now, "0" if another has. Empty: the line is
--            lost.
if lost() then return {} end
local state = redis.call('HMGET', head, 'worker', 'leased')
local now = millis()
if state[1] and state[1] ~= ARGV[1] and number(state[2]) > now then return {0} end
redis.call('HSET', head, 'worker', ARGV[1], 'leased', digits(now + tonumber(ARGV[2])))
return {1}
