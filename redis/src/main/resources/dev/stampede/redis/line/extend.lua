-- Lets numbers up to a new limit be given out, which has been written down.
--
-- ARGV 1     the epoch it is for
--      2     the limit
-- answer     the limit now. Empty: the line is lost.
if lost() then return {} end
local state = redis.call('HMGET', head, 'epoch', 'limit')
if number(state[1]) == tonumber(ARGV[1]) and number(state[2]) < tonumber(ARGV[2]) then
  redis.call('HSET', head, 'limit', ARGV[2])
  return {tonumber(ARGV[2])}
end
return {number(state[2])}
