-- Gives up: leaves the lines, passes on what is kept for the instance, and gives back what a lost
-- answer may have left with the owner.
--
-- KEYS       for each lock: its key, its line
-- ARGV 1..4  see pass.lua
--      5     the owner's token
-- answer     how many locks went on
local mine = 'for ' .. ARGV[4]
local passed = 0
for i = 1, #KEYS, 2 do
  redis.call('ZREM', KEYS[i + 1], ARGV[4], 'spin ' .. ARGV[4])
  local value = redis.call('GET', KEYS[i])
  if value == mine or value == ARGV[5] then
    passed = passed + 1
    pass(KEYS[i], KEYS[i + 1])
  end
end
return passed
