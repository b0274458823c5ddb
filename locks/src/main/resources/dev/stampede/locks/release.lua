-- Gives locks back; what is not the owner's is left alone.
--
-- KEYS       for each lock: its key, its line
-- ARGV 1..4  see pass.lua
--      5     the owner's token
-- answer     how many were the owner's
local ours = 0
for i = 1, #KEYS, 2 do
  if redis.call('GET', KEYS[i]) == ARGV[5] then
    ours = ours + 1
    pass(KEYS[i], KEYS[i + 1])
  end
end
return ours
