-- Stands before every script of the ticket store. They all are given the same keys, which share a
-- hash tag. Bodies are found by names made here: which tickets a claim meets nobody knows before.
--
-- KEYS 1 ready    sorted set: tickets that wait, by the microsecond of their creation
--      2 leased   sorted set: tickets of backends, by the microsecond at which their lease ends
--      3 leases   hash: a leased ticket to <creation> <token>
--      4 totals   hash: assigned, how many ever were
--      5 body     how the names of bodies begin; a body is <creation>, a line feed, what was sent
--      6 place    how the names of assignments begin
--      7 channel  + tickets have come; ~ these have changed, or gone
local ready, leased, leases, totals, body, place, channel = unpack(KEYS)

-- Even, so that pairs stay together; far below what Lua's stack holds.
local PORTION = 1000

local function micros()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

-- As %d, for numbers that tostring would write with an exponent.
local function digits(value)
  return string.format('%.0f', value)
end

-- One command for many members, in portions.
local function each(command, key, values)
  for from = 1, #values, PORTION do
    redis.call(command, key, unpack(values, from, math.min(#values, from + PORTION - 1)))
  end
end

-- The same for a command that answers with one value for each.
local function all(command, key, values)
  local answers = {}
  for from = 1, #values, PORTION do
    local some = redis.call(command, key, unpack(values, from, math.min(#values, from + PORTION - 1)))
    for i = 1, #values - from + 1 < PORTION and #values - from + 1 or PORTION do
      answers[from + i - 1] = some[i]
    end
  end
  return answers
end

-- Which of them have a body: mostly all, and then one question is enough for a portion.
local function alive(tickets)
  local found = {}
  for from = 1, #tickets, PORTION do
    local names = {}
    for i = from, math.min(#tickets, from + PORTION - 1) do
      names[#names + 1] = body .. tickets[i]
    end
    local whole = redis.call('EXISTS', unpack(names)) == #names
    for i = 1, #names do
      found[from + i - 1] = whole or redis.call('EXISTS', names[i]) == 1
    end
  end
  return found
end

-- Leased tickets go back to where they stood. Whether their bodies exist is seen when they are
-- claimed.
local function giveBack(tickets)
  if #tickets == 0 then return end
  local known = all('HMGET', leases, tickets)
  local back = {}
  for i = 1, #tickets do
    if known[i] then
      back[#back + 1] = string.match(known[i], '^%d+')
      back[#back + 1] = tickets[i]
    end
  end
  each('ZREM', leased, tickets)
  each('HDEL', leases, tickets)
  each('ZADD', ready, back)
end

-- Which of them are still leased under this token: it must be theirs, and its time not over.
local function held(tickets, token, now)
  if #tickets == 0 then return {} end
  local known = all('HMGET', leases, tickets)
  local ends = all('ZMSCORE', leased, tickets)
  local found = {}
  for i = 1, #tickets do
    found[tickets[i]] = known[i] and ends[i]
      and string.match(known[i], ' (.*)$') == token
      and tonumber(ends[i]) > now
  end
  return found
end
