-- Takes those out of a line that was begun again who are gone, and lets those in who have a pass.
--
-- ARGV 1     the epoch
--      2     "1" if this is the last of them
--      3..   for each: its number, its pass's end in milliseconds (0: none that is good), the buyer
-- answer     "1", or "0" if another epoch has begun. Empty: the line is lost.
if lost() then return {} end
if number(redis.call('HGET', head, 'epoch')) ~= tonumber(ARGV[1]) then return {0} end
local EACH = 3
local now = millis()
for at = 3, #ARGV, EACH do
  local buyer = ARGV[at + 2]
  local place = redis.call('ZSCORE', waiting, buyer)
  if place == ARGV[at] then
    redis.call('ZREM', waiting, buyer)
    redis.call('ZREM', alive, buyer)
  elseif place and ARGV[at + 1] ~= '0' then
    -- Joined since the loss, though they have a pass: nobody is inside and in line.
    leaves(buyer, tonumber(place), 'x', '0', now)
    changed(-tonumber(place))
  end
  if ARGV[at + 1] ~= '0' then
    redis.call('ZADD', active, ARGV[at + 1], buyer)
    redis.call('HSET', passes, buyer, ARGV[at])
  end
end
if ARGV[2] == '1' then
  redis.call('HSET', head, 'rebuilt', 1)
  redis.call('HINCRBY', head, 'generation', 1)
end
return {1}
