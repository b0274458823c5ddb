-- Takes all locks of a request, or none. Asked again by the same owner it answers the same, so a
-- request whose answer was lost can be repeated.
--
-- KEYS       for each lock: its key, its line
-- ARGV 1..4  see pass.lua
--      5     the owner's token
--      6     milliseconds until the locks end by themselves
--      7     milliseconds for which the instance stays in the lines of what it did not get; 0: it
--            does not wait
--      8     "1" when it spins: it is not told, but others know that it waits
-- answer     -1 when all were taken; else the milliseconds after which the last of those that are
--            not free ends by itself
local mine = 'for ' .. ARGV[4]
local busy = {}
local kept = {}
local left = 0
for i = 1, #KEYS, 2 do
  local value = redis.call('GET', KEYS[i])
  if value == mine then
    kept[#kept + 1] = i
  elseif value and value ~= ARGV[5] then
    busy[#busy + 1] = i
    left = math.max(left, redis.call('PTTL', KEYS[i]))
  end
end
if #busy == 0 then
  for i = 1, #KEYS, 2 do
    redis.call('SET', KEYS[i], ARGV[5], 'PX', ARGV[6])
    redis.call('ZREM', KEYS[i + 1], ARGV[4], 'spin ' .. ARGV[4])
  end
  return -1
end
-- What is kept for us is of no use without the rest: others go first.
for _, i in ipairs(kept) do
  pass(KEYS[i], KEYS[i + 1])
end
if ARGV[7] ~= '0' then
  local now = micros()
  for _, i in ipairs(busy) do
    if ARGV[8] == '1' then
      redis.call('ZADD', KEYS[i + 1], SPINNING + now + ARGV[7] * 1000, 'spin ' .. ARGV[4])
    else
      redis.call('ZADD', KEYS[i + 1], 'NX', now, ARGV[4])
    end
    if redis.call('PTTL', KEYS[i + 1]) < tonumber(ARGV[7]) then
      redis.call('PEXPIRE', KEYS[i + 1], ARGV[7])
    end
  end
end
return left
