-- Ends passes: those whose time is over, and those that were spent.
--
-- ARGV 1     how many whose time is over at most
--      2..   for each spent one: the highest number spent, the seats booked, the buyer
-- answer     how many ended. Empty: the line is lost.
if lost() then return {} end
local EACH = 3
local ended, booked, seats = 0, 0, 0
for at = 2, #ARGV, EACH do
  local buyer = ARGV[at + 2]
  local given = redis.call('HGET', passes, buyer)
  if given and tonumber(given) <= tonumber(ARGV[at]) then
    redis.call('ZREM', active, buyer)
    redis.call('HDEL', passes, buyer)
    ended = ended + 1
    booked = booked + 1
    seats = seats + tonumber(ARGV[at + 1])
  end
end
local now = digits(millis())
for _, buyer in ipairs(redis.call('ZRANGEBYSCORE', active, '-inf', now, 'LIMIT', 0, ARGV[1])) do
  redis.call('ZREM', active, buyer)
  redis.call('HDEL', passes, buyer)
  ended = ended + 1
end
if ended > 0 then
  redis.call('HINCRBY', head, 'ended', ended)
  redis.call('HINCRBY', head, 'booked', booked)
  redis.call('HINCRBY', head, 'seats', seats)
end
return {ended}
