-- Gives places, and says where those are who have one.
--
-- ARGV 1     how many may wait
--      2..   for each request: "j" to join or "f" to be found, followed by a number to be put back to
--            if there is one, and the buyer
-- answer     epoch, generation, then for each request a letter and its number, and after a blank a
--            pass's end: w in line, j new in line, r put back, e on the way in, a let in, - not in
--            line, n no number is left, m as many wait as may, u not to be told before the line is
--            rebuilt. Empty: the line is lost.
--
-- Before numbers are reserved for its epoch the line says n to everybody, for the epoch may not be
-- written down: if it is not, and the line is lost, the next one is of the same epoch, in which a
-- place token of this one would be worth nothing.
--
-- Calling Redis from a script costs more than what is called does, so that all are read at once and
-- all newcomers are written at once.
if lost() then return {} end
local EACH = 2
local now = millis()
-- To the millisecond, so that newcomers sort behind those before them, where a sorted set takes them
-- most quickly: by the second alone a crowd would be sorted by name.
local second = string.format('%.3f', now / 1000)
local state = redis.call('HMGET', head, 'epoch', 'generation', 'next', 'limit', 'rebuilt', 'begun')
local next, limit = number(state[3]), number(state[4])
local recorded = limit > number(state[6])
local answer = {number(state[1]), number(state[2])}
local free = tonumber(ARGV[1]) - redis.call('ZCARD', waiting)
local given = next

local buyers = {}
for at = 3, #ARGV, EACH do
  buyers[#buyers + 1] = ARGV[at]
end
local places = redis.call('ZMSCORE', waiting, unpack(buyers))
-- Who is inside, or on the way, has a pass noted: of all others nothing more is asked.
local noted = redis.call('HMGET', passes, unpack(buyers))

-- Whoever is in the group twice stands where the first request has put them.
local stands = {}
local numbers, signs = {}, {}

local function newcomer(buyer, place)
  numbers[#numbers + 1] = place
  numbers[#numbers + 1] = buyer
  signs[#signs + 1] = second
  signs[#signs + 1] = buyer
end

local function writeNewcomers()
  if #numbers > 0 then
    redis.call('ZADD', waiting, unpack(numbers))
    redis.call('ZADD', alive, unpack(signs))
    numbers, signs = {}, {}
  end
end

local function say(letter, place)
  answer[#answer + 1] = letter .. place
end

for i, buyer in ipairs(buyers) do
  local request = ARGV[i * EACH]
  local joins, before = string.sub(request, 1, 1) == 'j', number(string.sub(request, 2))
  local place = stands[buyer] or number(places[i])
  local pass = number(noted[i])
  local passEnd, entering = 0, false
  if pass > 0 then
    local inside = redis.call('ZSCORE', active, buyer)
    passEnd = number(inside)
    -- Out of line already, and not yet inside: neither gone nor in need of another place.
    entering = not inside and place == 0
  end
  if not recorded then
    say('n', 0)
  elseif passEnd > now then
    say('a', digits(pass) .. ' ' .. digits(passEnd))
  elseif entering then
    say('e', digits(pass))
  elseif before > 0 and (place == 0 or before < place)
      and redis.call('SETBIT', back, before, 1) == 0 then
    writeNewcomers()
    if place > 0 then
      -- In line again meanwhile, further behind: that place is given up for the older one.
      leaves(buyer, place, 'x', '0', now)
      changed(-place)
    end
    newcomer(buyer, digits(before))
    stands[buyer] = before
    changed(before)
    say('r', digits(before))
  elseif place > 0 then
    say('w', digits(place))
  elseif not joins then
    -- Who has a pass is not here before it is read from where it was written down.
    say(state[5] == '1' and '-' or 'u', 0)
  elseif free <= 0 then
    say('m', 0)
  elseif given >= limit then
    say('n', 0)
  else
    given = given + 1
    free = free - 1
    stands[buyer] = given
    local text = digits(given)
    newcomer(buyer, text)
    say('j', text)
  end
end
writeNewcomers()
if given > next then
  redis.call('HSET', head, 'next', digits(given))
end
return answer
