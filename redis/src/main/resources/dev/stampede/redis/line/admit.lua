-- Takes the first out of the line, to be let in: no faster than the rate, not above the ceiling.
--
-- ARGV 1     how many a second
--      2     how many may be inside
--      3     how many at most now
--      4     until when their passes are good, in milliseconds
-- answer     epoch, then for each its number and buyer. Empty: the line is lost.
if lost() then return {} end
local state = redis.call('HMGET', head, 'epoch', 'phase', 'rebuilt', 'resume', 'allowance', 'filled', 'entering')
local answer = {number(state[1])}
local now = millis()
if state[2] ~= 'o' or state[3] ~= '1' or now < number(state[4]) then return answer end

-- A bucket of one second: who was not let in for want of room is not let in later in a burst.
local rate = tonumber(ARGV[1])
local filled = number(state[6])
local allowance = math.min(rate, number(state[5]) + math.max(0, now - filled) * rate / 1000)
local inside = redis.call('ZCOUNT', active, '(' .. digits(now), '+inf') + number(state[7])
local count = math.min(math.floor(allowance), tonumber(ARGV[2]) - inside, tonumber(ARGV[3]))
if count > 0 then
  local first = redis.call('ZRANGE', waiting, 0, count - 1, 'WITHSCORES')
  for i = 1, #first, 2 do
    leaves(first[i], tonumber(first[i + 1]), 'a', ARGV[4], now)
    redis.call('HSET', passes, first[i], digits(tonumber(first[i + 1])))
    answer[#answer + 1] = digits(tonumber(first[i + 1]))
    answer[#answer + 1] = first[i]
  end
  local taken = #first / 2
  allowance = allowance - taken
  if taken > 0 then
    redis.call('HINCRBY', head, 'entering', taken)
  end
end
redis.call('HSET', head, 'allowance', string.format('%.6f', allowance), 'filled', digits(now))
return answer
