-- Takes those out of the line who have given no sign of life.
--
-- ARGV 1     milliseconds without one
--      2     how many at most
-- answer     epoch, then for each its number and buyer. Empty: the line is lost.
if lost() then return {} end
local state = redis.call('HMGET', head, 'epoch', 'grace')
local answer = {number(state[1])}
local now = millis()
if now < number(state[2]) then return answer end
local silent = math.floor((now - tonumber(ARGV[1])) / 1000)
for _, buyer in ipairs(redis.call('ZRANGEBYSCORE', alive, '-inf', '(' .. digits(silent), 'LIMIT', 0, ARGV[2])) do
  local place = number(redis.call('ZSCORE', waiting, buyer))
  if place > 0 then
    leaves(buyer, place, 'e', '0', now)
    changed(-place)
    answer[#answer + 1] = digits(place)
    answer[#answer + 1] = buyer
  else
    redis.call('ZREM', alive, buyer)
  end
end
return answer
