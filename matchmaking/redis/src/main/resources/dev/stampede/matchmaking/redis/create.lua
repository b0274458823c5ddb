-- New tickets, one microsecond apart. Forgets a few of those whose time was over long ago, so that
-- the index is bounded where nobody claims.
--
-- ARGV 1     milliseconds that a ticket lasts
--      2     how many may wait
--      3..   for each its id and its body
-- answer     how many were made, from the first on, and the microsecond of the first
local FIXED, EACH, FORGOTTEN = 2, 2, 200
local lasts = tonumber(ARGV[1])
local now = micros()

local old = call('ZRANGEBYSCORE', ready, '-inf', '(' .. digits(now - lasts * 1000), 'LIMIT', 0, FORGOTTEN)
if #old > 0 then
  local lives = alive(old)
  local gone = {}
  for i = 1, #old do
    if not lives[i] then gone[#gone + 1] = old[i] end
  end
  each('ZREM', ready, gone)
end

local count = math.min((#ARGV - FIXED) / EACH, tonumber(ARGV[2]) - call('ZCARD', ready))
if count <= 0 then return { 0, digits(now) } end
local made = {}
for i = 0, count - 1 do
  local id = ARGV[FIXED + i * EACH + 1]
  local at = digits(now + i)
  call('PSETEX', body .. id, lasts, at .. '\n' .. ARGV[FIXED + i * EACH + 2])
  made[#made + 1] = at
  made[#made + 1] = id
end
each('ZADD', ready, made)
call('PUBLISH', channel, '+')
return { count, digits(now) }
