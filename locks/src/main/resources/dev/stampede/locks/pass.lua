-- What all scripts share: how a lock that nobody holds any more goes on.
--
-- A lock's key holds its owner's token, or "for <instance>" while it is kept for an instance that
-- was told. Its line, a sorted set, holds the instances that wait for it: by arrival those that are
-- to be told; behind all of them, as "spin <instance>" and by when they are forgotten, those that
-- ask again by themselves.
--
-- Every script's ARGV begin with
--   1   the channel's name without the instance
--   2   milliseconds for which a lock is kept for an instance that was told
--   3   "1" where a publisher is told how many heard (not on a cluster: they may be at another node)
--   4   the instance that asks

-- Added to the microseconds of those who spin. With it they are above all others, and still exact.
local SPINNING = 4000000000000000

local function micros()
  local now = redis.call('TIME')
  return now[1] * 1000000 + now[2]
end

-- The next instance in line that hears of it has the lock kept for it; without one, false.
local function told_next(lock, line)
  while true do
    local first = redis.call('ZRANGE', line, 0, 0)
    if not first[1] or string.sub(first[1], 1, 5) == 'spin ' then
      return false
    end
    redis.call('ZREM', line, first[1])
    local heard = redis.call('PUBLISH', ARGV[1] .. first[1], lock)
    if heard > 0 or ARGV[3] ~= '1' then
      redis.call('SET', lock, 'for ' .. first[1], 'PX', ARGV[2])
      return true
    end
  end
end

-- Frees the lock: for the next in line, or for everybody.
local function pass(lock, line)
  if not told_next(lock, line) then
    redis.call('DEL', lock)
  end
end

