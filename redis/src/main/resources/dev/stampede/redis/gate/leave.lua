-- Gives back what a hold entered with and what was not committed.
--
-- KEYS 1..   a seat's key, one for each seat
-- ARGV 1     the hold's id
-- answer     how many were given back
local entered = '0\n' .. ARGV[1] .. '\n'
local count = 0
for _, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  if value and string.sub(value, 1, #entered) == entered then
    count = count + redis.call('DEL', key)
  end
end
return count
