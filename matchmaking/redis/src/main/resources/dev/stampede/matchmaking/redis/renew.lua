-- Starts the time of a lease again, if some of these tickets are still leased under the token.
--
-- ARGV 1     the lease's token
--      2     microseconds that it lasts, from now
--      3..   the tickets
-- answer     how many
local tickets = { unpack(ARGV, 3) }
local now = micros()
local ours = held(tickets, ARGV[1], now)
local count = 0
for _, ticket in ipairs(tickets) do
  if ours[ticket] then count = count + 1 end
end
if count > 0 then
  call('ZADD', tokens, digits(now + tonumber(ARGV[2])), ARGV[1])
end
return { count }
