-- Starts the time of a lease again, for those tickets that are still leased under the token.
--
-- ARGV 1     the lease's token
--      2     microseconds that it lasts, from now
--      3..   the tickets
-- answer     how many
local tickets = {}
for i = 3, #ARGV do
  tickets[#tickets + 1] = ARGV[i]
end
local now = micros()
local ours = held(tickets, ARGV[1], now)
local ends = digits(now + tonumber(ARGV[2]))
local longer = {}
for _, ticket in ipairs(tickets) do
  if ours[ticket] then
    longer[#longer + 1] = ends
    longer[#longer + 1] = ticket
  end
end
each('ZADD', leased, longer)
return { #longer / 2 }
