-- Moves early arrivals to the places they drew; who has left meanwhile has none.
--
-- ARGV       for each: the number, the buyer
-- answer     how many were in line. Empty: the line is lost.
if lost() then return {} end
local base = number(redis.call('HGET', head, 'base'))
local moved = 0
for at = 1, #ARGV, 2 do
  -- Beyond the base they have been moved before, or left and came again.
  local place = number(redis.call('ZSCORE', waiting, ARGV[at + 1]))
  if place > 0 and place <= base then
    redis.call('ZADD', waiting, ARGV[at], ARGV[at + 1])
    moved = moved + 1
  end
end
return {moved}
