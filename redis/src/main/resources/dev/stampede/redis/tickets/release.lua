-- Gives tickets back to those who wait, in their old place, if they are still leased under the token.
--
-- ARGV 1     the lease's token
--      2..   the tickets
-- answer     how many
local tickets = {}
for i = 2, #ARGV do
  tickets[#tickets + 1] = ARGV[i]
end
local ours = held(tickets, ARGV[1], micros())
local back = {}
for _, ticket in ipairs(tickets) do
  if ours[ticket] then
    ours[ticket] = false
    back[#back + 1] = ticket
  end
end
giveBack(back)
return { #back }
