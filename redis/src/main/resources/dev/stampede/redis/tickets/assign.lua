-- Assigns matches, each wholly or not at all: every ticket must be leased under the token shown, and,
-- if that is asked for, have its body. A ticket is assigned once, however many matches name it.
--
-- ARGV 1     the lease's token
--      2     1: every body must exist
--      3     milliseconds that an assigned ticket lasts
--      4..   for each match how many tickets, the assignment, the tickets
-- answer     for each match a; or m and the tickets that are missing; or l and those not leased
local FIXED = 3
local token, validates, lasts = ARGV[1], ARGV[2] == '1', ARGV[3]
local matches, tickets = {}, {}
local at = FIXED + 1
while at <= #ARGV do
  local match = { assignment = ARGV[at + 1] }
  for i = at + 2, at + 1 + tonumber(ARGV[at]) do
    match[#match + 1] = ARGV[i]
    tickets[#tickets + 1] = ARGV[i]
  end
  matches[#matches + 1] = match
  at = at + 2 + #match
end

local ours = held(tickets, token, micros())
local answer, assigned = {}, {}
for i, match in ipairs(matches) do
  local lost, missing = {}, {}
  for _, ticket in ipairs(match) do
    if not ours[ticket] then lost[#lost + 1] = ticket end
  end
  if #lost == 0 and validates then
    local lives = alive(match)
    for j, ticket in ipairs(match) do
      if not lives[j] then missing[#missing + 1] = ticket end
    end
  end
  if #lost > 0 then
    answer[i] = 'l ' .. table.concat(lost, ' ')
  elseif #missing > 0 then
    answer[i] = 'm ' .. table.concat(missing, ' ')
  else
    for _, ticket in ipairs(match) do
      ours[ticket] = false
      assigned[#assigned + 1] = ticket
      -- Where bodies were not asked for, one may be gone: then there is nobody to tell.
      if redis.call('PEXPIRE', body .. ticket, lasts) == 1 then
        redis.call('SET', place .. ticket, match.assignment, 'PX', lasts)
      end
    end
    answer[i] = 'a'
  end
end
if #assigned > 0 then
  each('ZREM', leased, assigned)
  each('HDEL', leases, assigned)
  redis.call('HINCRBY', totals, 'assigned', #assigned)
  redis.call('PUBLISH', channel, '~ ' .. table.concat(assigned, ' '))
end
return answer
