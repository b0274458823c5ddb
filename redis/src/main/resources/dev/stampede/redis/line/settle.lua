-- Lets those in, or lets those go, whose leaving the line, or giving up a pass, is written down.
--
-- ARGV       for each: its number
-- answer     how many were waiting for it and are let in. Empty: the line is lost.
if lost() then return {} end
local entered, givenUp = 0, 0
for _, place in ipairs(ARGV) do
  local moved = redis.call('HGET', moving, place)
  if moved then
    local kind, passEnd, _, buyer = string.match(moved, '^(%a) (%d+) (%d+) (.*)$')
    redis.call('HDEL', moving, place)
    if kind == 'a' then
      redis.call('ZADD', active, passEnd, buyer)
      redis.call('HSET', passes, buyer, place)
      entered = entered + 1
    elseif kind == 'v' then
      givenUp = givenUp + 1
    end
  end
end
if entered + givenUp > 0 then
  redis.call('HINCRBY', head, 'entering', -entered - givenUp)
  redis.call('HINCRBY', head, 'admitted', entered)
end
return {entered}
