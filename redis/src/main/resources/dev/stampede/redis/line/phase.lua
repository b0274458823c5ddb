-- Goes from one phase to another. Into the draw: those in line are early, and the numbers up to as
-- many again are kept for the places they draw.
--
-- ARGV 1     from this phase
--      2     to this one
-- answer     "1" done, "0" not in that phase or too early after a loss, "n" not enough numbers are left; then base, and how
--            many numbers the draw needs. Empty: the line is lost.
if lost() then return {} end
local state = redis.call('HMGET', head, 'phase', 'next', 'limit', 'base', 'resume')
local tooEarly = ARGV[2] == 'd' and millis() < number(state[5])
if state[1] ~= ARGV[1] or tooEarly then return {'0', state[4] or '0', '0'} end
local base = number(state[4])
if ARGV[2] == 'd' then
  local early = redis.call('ZCARD', waiting)
  base = number(state[2])
  if base + early > number(state[3]) then return {'n', digits(base), digits(early)} end
  redis.call('HSET', head, 'base', digits(base), 'next', digits(base + early))
end
redis.call('HSET', head, 'phase', ARGV[2])
redis.call('HINCRBY', head, 'generation', 1)
return {'1', digits(base), '0'}
