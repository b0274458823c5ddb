-- Begins the line, or begins it again on a server that does not know it or knows it as it once was.
-- Who is in it stays in it; what else is believed of it comes from where it was written down.
--
-- ARGV 1     the epoch
--      2     the last number that may have been given out
--      3     the phase
--      4     the last number before the draw
--      5, 6  milliseconds before which nobody is let in, and nobody given up
-- answer     "1" if it was begun, "0" if it is in that epoch or a later one already
if number(redis.call('HGET', head, 'epoch')) >= tonumber(ARGV[1]) then return {0} end
local now = millis()
local second = math.floor(now / 1000)
-- Out of line and perhaps not written down: back in line. What was written down is taken out again.
local undecided = redis.call('HGETALL', moving)
for i = 1, #undecided, 2 do
  local kind, _, _, buyer = string.match(undecided[i + 1], '^(%a) (%d+) (%d+) (.*)$')
  if kind ~= 'v' then
    redis.call('ZADD', waiting, 'NX', undecided[i], buyer)
    redis.call('ZADD', alive, 'NX', second, buyer)
  end
end
-- Unlinked, not deleted: half a million inside would keep Redis busy for 180 ms.
redis.call('UNLINK', moving, active, passes, changes, back)
local generation = number(redis.call('HGET', head, 'generation')) + 1
-- Before the first epoch there was nobody who could be gone.
local rebuilt = ARGV[1] == '1' and 1 or 0
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
redis.call('HSET', head, 'run', run, 'epoch', ARGV[1], 'generation', generation, 'phase', ARGV[3],
  'next', ARGV[2], 'limit', ARGV[2], 'begun', ARGV[2], 'base', ARGV[4], 'resume', digits(now + tonumber(ARGV[5])),
  'grace', digits(now + tonumber(ARGV[6])), 'rebuilt', rebuilt, 'allowance', 0, 'filled', digits(now),
  'entering', 0, 'changed', 0)
return {1}
