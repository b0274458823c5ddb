-- Puts committed changes of one show into its log, tells all processes, and brings the seats' keys
-- up to date. What is not newer than what was told of its seat is dropped.
--
-- KEYS 1     the head of the log: a hash of epoch, n, and the run of Redis in which it was begun
--      2     the ranks told, packed: four bytes for each seat, by number
--      3     the log: the last pieces of news, the newest at the end
--      4..   the seats' keys, one for each change
-- ARGV 1     the channel
--      2     the show
--      3     how many pieces of news the log keeps
--      4     milliseconds until the log is forgotten if nothing more is told
--      5..   for each change: seat, rank, text of the notice,
--            milliseconds that the seat's key lasts (0: it goes; -1: it is left alone), its value
-- answer     { epoch, n after }; epoch is empty if there is no log: then only keys were changed
--
-- A log of another run counts for nothing: a Redis that was restarted or promoted may have an older
-- copy of it, and would give its numbers a second time.
local FIXED, EACH = 4, 5
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
    local key, lasts = KEYS[3 + i], tonumber(at(i, 4))
    if lasts > 0 then
      redis.call('SET', key, at(i, 5), 'PX', lasts)
    elseif lasts == 0 then
      -- Somebody may have entered meanwhile: what is not committed is theirs to keep.
      local known = redis.call('GET', key)
      local keyRank = known and tonumber(string.match(known, '^(%d+)\n'))
      if known and (not keyRank or (keyRank > 0 and keyRank < rank)) then
        redis.call('DEL', key)
      end
    end
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
