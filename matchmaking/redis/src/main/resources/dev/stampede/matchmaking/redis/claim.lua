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

local left = HEALED
for _, token in ipairs(call('ZRANGEBYSCORE', tokens, '-inf', digits(now), 'LIMIT', 0, HEALED)) do
  local found = call('HRANDFIELD', lease .. token, left, 'WITHVALUES')
  local tickets = {}
  for i = 1, #found, 2 do
    tickets[(i + 1) / 2] = found[i]
  end
  giveBack(found)
  drop(tickets, token)
  left = left - #tickets
  if left == 0 then break end
end

-- Out of those who wait: each with its creation. The oldest of all are one command.
local function take(count)
  if ARGV[4] == '0' then return call('ZPOPMIN', ready, count) end
  local first = call('ZCOUNT', ready, '-inf', ARGV[4])
  local found = call('ZRANGE', ready, first, first + count - 1, 'WITHSCORES')
  call('ZREMRANGEBYRANK', ready, first, first + count - 1)
  return found
end

local answer = { digits(now), '0' }
local members = {}
local looked, claimed = 0, 0
while claimed < wanted and looked < wanted + HEALED do
  local found = take(wanted - claimed)
  if #found == 0 then break end
  local tickets = {}
  for i = 1, #found, 2 do
    tickets[(i + 1) / 2] = found[i]
  end
  local lives = alive(tickets)
  for i = 1, #tickets do
    if lives[i] then
      claimed = claimed + 1
      members[claimed * 2 - 1] = tickets[i]
      members[claimed * 2] = found[i * 2]
      answer[claimed + 2] = tickets[i]
    end
  end
  looked = looked + #tickets
end
if claimed > 0 then
  answer[2] = members[claimed * 2]
  each('HSET', lease .. ARGV[3], members)
  call('ZADD', tokens, digits(now + tonumber(ARGV[2])), ARGV[3])
end
return answer
