-- Stands before every script of the line. They all are given the same keys, which share a hash tag:
--
-- KEYS 1 head     hash: run (the server that keeps this line), epoch, generation (changes when places
--                 move other than one by one), phase (g gathering, d drawing, o open), next (the last
--                 number given out), limit (the last that may be), begun (the limit that the epoch
--                 began with: none was reserved for it yet), base (the last number before the draw), resume and grace (milliseconds: nobody is let in, nobody given up before),
--                 rebuilt, allowance and filled (the rate's bucket), entering (on the way in, or
--                 with a pass given up that may still be good), admitted, ended,
--                 booked, seats, changed (how many changes there ever were), worker and leased (the
--                 process that does the long work, until which millisecond)
--      2 waiting  sorted set: buyer by number
--      3 alive    sorted set: buyer by second of the last sign of life, fractions included or not
--      4 active   sorted set: buyer by the pass's end in milliseconds
--      5 passes   hash: buyer to the number the pass was given for, or will be: who is in it and not
--                 in active is on the way in
--      6 moving   hash: number to <kind> <pass's end> <since> <buyer>; out of line, and not yet
--                 written down where it survives
--      7 changes  list: the last numbers that left out of turn (negative) or came back (positive)
--      8 back     bits: numbers that came back in this epoch, which they may do once
local head, waiting, alive, active, passes, moving, changes, back = unpack(KEYS)

local CHANGES_KEPT = 20000

-- Another process, another master, or emptied: what it says of the line is not to be believed.
local function lost()
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
  return redis.call('HGET', head, 'run') ~= run
end

local function millis()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function number(text)
  return tonumber(text) or 0
end

-- As %d, for numbers that tostring would write with an exponent.
local function digits(value)
  return string.format('%.0f', value)
end

local function changed(by)
  redis.call('RPUSH', changes, digits(by))
  if redis.call('HINCRBY', head, 'changed', 1) % 1000 == 0 then
    redis.call('LTRIM', changes, -CHANGES_KEPT, -1)
  end
end

local function leaves(buyer, place, kind, passEnd, now)
  redis.call('ZREM', waiting, buyer)
  redis.call('ZREM', alive, buyer)
  local moved = kind .. ' ' .. passEnd .. ' ' .. digits(now) .. ' ' .. buyer
  redis.call('HSET', moving, digits(place), moved)
end
