-- Takes all the seats for a hold, or none.
--
-- KEYS 1     the marker of the request's operation, or any key of the show if it has none
--      2..   a seat's key, one for each seat
-- ARGV 1     "1" if the request has an operation, else "0"
--      2     the buyer
--      3     the hold's id
--      4     milliseconds until what is taken here ends by itself
-- answer     the positions, counted from 1, of the seats that are another buyer's; empty: entered
--
-- A seat's value is <rank> LF <hold> LF <buyer>. Rank 0 means entered and not committed. The buyer
-- comes last because a name may hold a line feed; rank and hold cannot.
if ARGV[1] == '1' and redis.call('EXISTS', KEYS[1]) == 1 then
  return {}
end
local absent = {}
local taken = {}
for i = 2, #KEYS do
  local value = redis.call('GET', KEYS[i])
  if not value then
    absent[#absent + 1] = KEYS[i]
  elseif string.match(value, '^%d+\n[^\n]*\n(.*)$') ~= ARGV[2] then
    taken[#taken + 1] = i - 1
  end
end
if #taken == 0 then
  for _, key in ipairs(absent) do
    redis.call('SET', key, '0\n' .. ARGV[3] .. '\n' .. ARGV[2], 'PX', ARGV[4])
  end
end
return taken
