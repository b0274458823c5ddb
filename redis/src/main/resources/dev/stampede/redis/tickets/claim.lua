-- Tickets for a backend, the oldest first, until its lease ends. On the way it takes back what others
-- have had for too long, and drops tickets whose bodies are gone: so many a call and no more, the
-- next call goes on.
--
-- ARGV 1     how many at most
--      2     microseconds that the lease lasts
--      3     the lease's token
--      4     only those created later than this microsecond
-- answer     now, the creation of the youngest or 0, then the tickets
local HEALED = 1000
local wanted = tonumber(ARGV[1])
local now = micros()
giveBack(redis.call('ZRANGEBYSCORE', leased, '-inf', digits(now), 'LIMIT', 0, HEALED))

local answer = { digits(now), '0' }
local ends = digits(now + tonumber(ARGV[2]))
local members, owners = {}, {}
local looked, claimed = 0, 0
while claimed < wanted and looked < wanted + HEALED do
  local found = redis.call('ZRANGEBYSCORE', ready, '(' .. ARGV[4], '+inf', 'WITHSCORES', 'LIMIT', 0, wanted - claimed)
  if #found == 0 then break end
  local tickets = {}
  for i = 1, #found, 2 do
    tickets[#tickets + 1] = found[i]
  end
  each('ZREM', ready, tickets)
  local lives = alive(tickets)
  for i = 1, #tickets do
    if lives[i] then
      local creation = found[i * 2]
      members[#members + 1] = ends
      members[#members + 1] = tickets[i]
      owners[#owners + 1] = tickets[i]
      owners[#owners + 1] = creation .. ' ' .. ARGV[3]
      answer[2] = creation
      answer[#answer + 1] = tickets[i]
      claimed = claimed + 1
    end
  end
  looked = looked + #tickets
end
each('ZADD', leased, members)
each('HSET', leases, owners)
return answer
