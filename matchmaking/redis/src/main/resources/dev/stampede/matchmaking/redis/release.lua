-- Gives tickets back to those who wait, in their old place, if they are still leased under the token.
-- Whether their bodies exist is seen when they are claimed.
--
-- ARGV 1     the lease's token
--      2..   the tickets
-- answer     how many
local tickets = { unpack(ARGV, 2) }
local ours = held(tickets, ARGV[1], micros())
local back, gone = {}, {}
for _, ticket in ipairs(tickets) do
  if ours[ticket] then
    back[#back + 1] = ticket
    back[#back + 1] = ours[ticket]
    gone[#gone + 1] = ticket
    ours[ticket] = nil
  end
end
if #gone > 0 then
  drop(gone, ARGV[1])
  giveBack(back)
end
return { #gone }
