-- Puts committed changes of one show into its log, tells all processes, and removes the gate's keys
-- of claims that are decided. What is not newer than what was told of its seat is dropped.
--
-- KEYS 1     the head of the log: a hash of epoch, n, and the run of Redis in which it was begun
--      2     the ranks told, packed: four bytes for each seat, by number
--      3     the log: the last pieces of news, the newest at the end
--      4..   the gate's keys of seats whose claims are decided
-- ARGV 1     the channel
--      2     the show
--      3     how many pieces of news the log keeps
--      4     milliseconds until the log is forgotten if nothing more is told
--      5..   for each change: seat, rank, text of the notice
-- answer     { epoch, n after }; epoch is empty if there is no log: then only keys were removed
--
-- A log of another run counts for nothing: a Redis that was restarted or promoted may have an older
-- copy of it, and would give its numbers a second time.
local FIXED, EACH = 4, 3
if #KEYS > 3 then
  redis.call('DEL', unpack(KEYS, 4))
end
local changes = (#ARGV - FIXED) / EACH
local head = redis.call('HMGET', KEYS[1], 'epoch', 'n', 'run')
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local epoch = head[3] == run and head[1]
local n = tonumber(head[2] or 0)

local function at(change, field)
  return ARGV[FIXED + (change - 1) * EACH + field]
end

local look = {}
for i = 1, changes do
  look[#look + 1] = 'GET'
  look[#look + 1] = 'u32'
  look[#look + 1] = '#' .. at(i, 1)
end
local told = redis.call('BITFIELD', KEYS[2], unpack(look))

local first = n + 1
local note = {}
local entries = {}
local newest = {}
for i = 1, changes do
  local seat, rank = at(i, 1), tonumber(at(i, 2))
  if rank > (newest[seat] or told[i]) then
    newest[seat] = rank
    n = n + 1
    note[#note + 1] = 'SET'
    note[#note + 1] = 'u32'
    note[#note + 1] = '#' .. seat
    note[#note + 1] = rank
    entries[#entries + 1] = at(i, 3)
  end
end
if not epoch then
  return { '', 0 }
end
if #entries > 0 then
  redis.call('BITFIELD', KEYS[2], unpack(note))
  redis.call('RPUSH', KEYS[3], unpack(entries))
  redis.call('LTRIM', KEYS[3], -ARGV[3], -1)
  redis.call('HSET', KEYS[1], 'n', n)
  for i = 1, 3 do
    redis.call('PEXPIRE', KEYS[i], ARGV[4])
  end
  redis.call('PUBLISH', ARGV[1],
    ARGV[2] .. ' ' .. epoch .. '.' .. first .. ' ' .. table.concat(entries, ' '))
end
return { epoch, n }
