-- How the line is, and what has changed in it out of turn.
--
-- ARGV 1     how many changes are known
-- answer     epoch, generation, phase, next, limit, base, how many wait, the first's number (0: none),
--            how many are inside, admitted, ended, booked, seats, rebuilt, how many changes there
--            ever were, "1" if what follows is all that is not known (else "0": look at everybody
--            again), how many the line knows at all, then the changes. Empty: the line is lost.
if lost() then return {} end
local state = redis.call('HMGET', head, 'epoch', 'generation', 'phase', 'next', 'limit', 'base',
  'admitted', 'ended', 'booked', 'seats', 'rebuilt', 'changed', 'entering')
local first = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')
local inside = redis.call('ZCOUNT', active, '(' .. digits(millis()), '+inf') + number(state[13])
local known, total = tonumber(ARGV[1]), number(state[12])
local kept = redis.call('LLEN', changes)
local whole = known <= total and known >= total - kept
local answer = {number(state[1]), number(state[2]), state[3], state[4], state[5], state[6] or '0',
  redis.call('ZCARD', waiting), digits(number(first[2])), inside, number(state[7]), number(state[8]),
  number(state[9]), number(state[10]), number(state[11]), total, whole and '1' or '0',
  redis.call('ZCARD', waiting) + redis.call('ZCARD', active) + redis.call('HLEN', moving)}
if whole and known < total then
  for _, change in ipairs(redis.call('LRANGE', changes, known - total, -1)) do
    answer[#answer + 1] = change
  end
end
return answer
