-- Stands before every script of the ticket store. They all are given the same keys, which share a
-- hash tag. Bodies and leases are found by names made here: which of them a script meets nobody
-- knows before.
--
-- KEYS 1 ready    sorted set: tickets that wait, by the microsecond of their creation
--      2 tokens   sorted set: of leases, by the microsecond at which their lease ends
--      3 lease    how the names of leases begin; a lease is a hash: a ticket to its creation
--      4 totals   hash: assigned, how many ever were
--      5 body     how the names of bodies begin; a body is <creation>, a line feed, what was sent
--      6 place    how the names of assignments begin
--      7 channel  + tickets have come; ~ these have changed, or gone
local ready, tokens, lease, totals, body, place, channel = unpack(KEYS)
local call = redis.call

-- Even, so that pairs stay together; far below what Lua's stack holds.
local PORTION = 1000

local function micros()
  local time = call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

-- As %d, for numbers that tostring would write with an exponent.
local function digits(value)
  return string.format('%.0f', value)
end

-- One command for many members, in portions.
local function each(command, key, values)
  for from = 1, #values, PORTION do
    call(command, key, unpack(values, from, math.min(#values, from + PORTION - 1)))
  end
end

-- Which of them have a body: mostly all, and then one call is enough for a portion.
local function alive(tickets)
  local found = {}
  for from = 1, #tickets, PORTION do
    local names = {}
    for i = from, math.min(#tickets, from + PORTION - 1) do
      names[i - from + 1] = body .. tickets[i]
    end
    local whole = call('EXISTS', unpack(names)) == #names
    for i = 1, #names do
      found[from + i - 1] = whole or call('EXISTS', names[i]) == 1
    end
  end
  return found
end

-- To those who wait, from pairs of a ticket and its creation.
local function giveBack(leased)
  for i = 1, #leased, 2 do
    leased[i], leased[i + 1] = leased[i + 1], leased[i]
  end
  each('ZADD', ready, leased)
end

-- Of those that are leased under this token, the creation; nothing of others, nor when its time is
-- over.
local function held(tickets, token, now)
  local found = {}
  local ends = call('ZSCORE', tokens, token)
  if not ends or tonumber(ends) <= now then return found end
  for from = 1, #tickets, PORTION do
    local to = math.min(#tickets, from + PORTION - 1)
    local creations = call('HMGET', lease .. token, unpack(tickets, from, to))
    for i = from, to do
      found[tickets[i]] = creations[i - from + 1]
    end
  end
  return found
end

-- They are leased no longer. A lease of none is none.
local function drop(tickets, token)
  each('HDEL', lease .. token, tickets)
  if call('EXISTS', lease .. token) == 0 then
    call('ZREM', tokens, token)
  end
end
