-- Lets requests of one show enter, one after the other: each takes all of its seats, or none.
--
-- KEYS       for each request: a seat's key, one for each of its seats
-- ARGV 1     milliseconds until what is taken here ends by itself
--      2..   for each request: how many seats it has, its buyer, its hold's id
-- answer     pairs of request and position of a seat that is another buyer's, both counted from 1;
--            a request that is in none of them has entered
--
-- A seat's value is <rank> LF <hold> LF <buyer>. The rank is 0; servers of an earlier version wrote
-- that of the commit. The buyer comes last because a name may hold a line feed; rank and hold cannot.
local EACH = 3
local refused = {}
local before = 0
for request = 1, (#ARGV - 1) / EACH do
  local at = 1 + (request - 1) * EACH
  local seats, buyer = tonumber(ARGV[at + 1]), ARGV[at + 2]
  -- A free seat is the usual case and costs one call. The first that is another buyer's undoes what
  -- was taken before it; from there on seats are only looked at.
  local value = '0\n' .. ARGV[at + 3] .. '\n' .. buyer
  local entered = {}
  local taken = false
  for i = 1, seats do
    local name = KEYS[before + i]
    if not taken and redis.call('SET', name, value, 'NX', 'PX', ARGV[1]) then
      entered[#entered + 1] = name
    else
      local other = redis.call('GET', name)
      if other and string.match(other, '^%d+\n[^\n]*\n(.*)$') ~= buyer then
        taken = true
        refused[#refused + 1] = request
        refused[#refused + 1] = i
      end
    end
  end
  if taken and #entered > 0 then
    redis.call('DEL', unpack(entered))
  end
  before = before + seats
end
return refused
