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

local tickets = {}
local at = FIXED + 1
while at <= #ARGV do
  local last = at + 1 + tonumber(ARGV[at])
  for i = at + 2, last do
    tickets[#tickets + 1] = ARGV[i]
  end
  at = last + 1
end
local ours = held(tickets, token, micros())
local lives = alive(tickets)

-- Of one match: those of which it cannot be, and why not.
local function hindrance(first, last)
  local lost, missing = {}, {}
  for i = first, last do
    local ticket = tickets[i]
    if not ours[ticket] then
      lost[#lost + 1] = ticket
    elseif validates and not lives[i] then
      missing[#missing + 1] = ticket
    end
  end
  if #lost > 0 then return 'l ' .. table.concat(lost, ' ') end
  if #missing > 0 then return 'm ' .. table.concat(missing, ' ') end
end

local answer, assigned, over = {}, {}, {}
local first = 1
at = FIXED + 1
while at <= #ARGV do
  local last = first - 1 + tonumber(ARGV[at])
  local why = hindrance(first, last)
  answer[#answer + 1] = why or 'a'
  for i = first, last do
    local ticket = tickets[i]
    if not why then
      ours[ticket] = nil
      assigned[#assigned + 1] = ticket
      -- Where bodies were not asked for, one may be gone: then there is nobody to tell.
      if lives[i] then
        call('PEXPIRE', body .. ticket, lasts)
        call('PSETEX', place .. ticket, lasts, ARGV[at + 1])
      end
    elseif ours[ticket] and not lives[i] then
      over[#over + 1] = ticket
    end
  end
  at = at + 2 + last - first + 1
  first = last + 1
end
if #over > 0 then
  drop(over, token)
end
if #assigned > 0 then
  drop(assigned, token)
  call('HINCRBY', totals, 'assigned', #assigned)
  call('PUBLISH', channel, '~ ' .. table.concat(assigned, ' '))
end
return answer
