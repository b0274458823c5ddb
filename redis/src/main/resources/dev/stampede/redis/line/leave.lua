-- Gives up a place or a pass.
--
-- ARGV 1     the buyer
-- answer     epoch, a letter (l left the line, v gave up a pass, e is on the way in and can do neither
--            yet, - was not here, u not to be told before the line is rebuilt), the number. Empty: the line is lost.
if lost() then return {} end
local buyer = ARGV[1]
local epoch = number(redis.call('HGET', head, 'epoch'))
local now = millis()
local place = number(redis.call('ZSCORE', waiting, buyer))
if place > 0 then
  leaves(buyer, place, 'l', '0', now)
  changed(-place)
  return {epoch, 'l', digits(place)}
end
if redis.call('ZREM', active, buyer) == 1 then
  local given = redis.call('HGET', passes, buyer)
  redis.call('HDEL', passes, buyer)
  redis.call('HINCRBY', head, 'ended', 1)
  -- The pass claims seats until it is written down that it is void: until then it takes up room.
  redis.call('HINCRBY', head, 'entering', 1)
  redis.call('HSET', moving, given, 'v 0 ' .. digits(now) .. ' ' .. buyer)
  return {epoch, 'v', given}
end
if redis.call('HEXISTS', passes, buyer) == 1 then return {epoch, 'e', '0'} end
-- Who has a pass is not here before it is read from where it was written down.
return {epoch, redis.call('HGET', head, 'rebuilt') == '1' and '-' or 'u', '0'}
