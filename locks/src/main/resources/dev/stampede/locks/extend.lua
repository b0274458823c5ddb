-- Confirms that all locks are still the owner's, and gives them their whole time again; if one is
-- not, none is changed.
--
-- KEYS       for each lock: its key, its line (not looked at)
-- ARGV 1..4  see pass.lua
--      5     the owner's token
--      6     milliseconds until the locks end by themselves
-- answer     1 when they are, else 0
for i = 1, #KEYS, 2 do
  if redis.call('GET', KEYS[i]) ~= ARGV[5] then
    return 0
  end
end
for i = 1, #KEYS, 2 do
  redis.call('PEXPIRE', KEYS[i], ARGV[6])
end
return 1
