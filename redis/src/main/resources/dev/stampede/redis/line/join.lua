-- Gives places, and says where those are who have one.
--
-- ARGV 1     how many may wait
--      2..   for each request: "j" to join or "f" to be found, a number to be put back to (0: none),
--            the buyer
-- answer     epoch, generation, then for each request a letter, a number and a pass's end:
--            w in line, j new in line, r put back, e on the way in, a let in, - not in line, n no
--            number is left, m as many wait as may, u not to be told before the line is rebuilt.
--            Empty: the line is lost.
if lost() then return {} end
local EACH = 3
local now = millis()
local second = math.floor(now / 1000)
local state = redis.call('HMGET', head, 'epoch', 'generation', 'next', 'limit', 'rebuilt')
local next, limit = number(state[3]), number(state[4])
local answer = {number(state[1]), number(state[2])}
local free = tonumber(ARGV[1]) - redis.call('ZCARD', waiting)
local given = next

local function say(letter, place, passEnd)
  answer[#answer + 1] = letter
  answer[#answer + 1] = digits(place)
  answer[#answer + 1] = digits(passEnd)
end

for at = 2, #ARGV, EACH do
  local joins, before, buyer = ARGV[at] == 'j', tonumber(ARGV[at + 1]), ARGV[at + 2]
  local place = number(redis.call('ZSCORE', waiting, buyer))
  -- Who is inside, or on the way, has a pass noted: of all others nothing more is asked.
  local pass = number(redis.call('HGET', passes, buyer))
  local passEnd, entering = 0, false
  if pass > 0 then
    local inside = redis.call('ZSCORE', active, buyer)
    passEnd = number(inside)
    -- Out of line already, and not yet inside: neither gone nor in need of another place.
    entering = not inside and place == 0
  end
  if passEnd > now then
    say('a', pass, passEnd)
  elseif entering then
    say('e', pass, 0)
  elseif before > 0 and (place == 0 or before < place)
      and redis.call('SETBIT', back, before, 1) == 0 then
    if place > 0 then
      -- In line again meanwhile, further behind: that place is given up for the older one.
      leaves(buyer, place, 'x', '0', now)
      changed(-place)
    end
    redis.call('ZADD', waiting, before, buyer)
    redis.call('ZADD', alive, second, buyer)
    changed(before)
    say('r', before, 0)
  elseif place > 0 then
    say('w', place, 0)
  elseif not joins then
    -- Who has a pass is not here before it is read from where it was written down.
    say(state[5] == '1' and '-' or 'u', 0, 0)
  elseif free <= 0 then
    say('m', 0, 0)
  elseif given >= limit then
    say('n', 0, 0)
  else
    given = given + 1
    free = free - 1
    redis.call('ZADD', waiting, given, buyer)
    redis.call('ZADD', alive, second, buyer)
    say('j', given, 0)
  end
end
if given > next then
  redis.call('HSET', head, 'next', digits(given))
end
return answer
