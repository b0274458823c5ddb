-- Notes which lines are in use, and says which ones are by what anybody has noted.
--
-- KEYS 1     sorted set: show by the millisecond in which it was last said to be in use
-- ARGV 1     for how many milliseconds that counts
--      2..   shows whose lines are in use
-- answer     all shows whose lines are in use
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
-- Lua can pass some thousand arguments at once.
local STEP = 1000
for from = 2, #ARGV, STEP do
  local pairs = {}
  for at = from, math.min(from + STEP - 1, #ARGV) do
    pairs[#pairs + 1] = string.format('%.0f', now)
    pairs[#pairs + 1] = ARGV[at]
  end
  redis.call('ZADD', KEYS[1], unpack(pairs))
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', now - tonumber(ARGV[1])))
return redis.call('ZRANGE', KEYS[1], 0, -1)
