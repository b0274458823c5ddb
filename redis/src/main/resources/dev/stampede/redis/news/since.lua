-- Reads the log of a show from a position on.
--
-- KEYS 1     the head of the log
--      2     the log
-- ARGV 1     the epoch of the position; empty: only the head is wanted
--      2     the number of the last piece of news known
-- answer     { } if there is no log of this run of Redis
--            { epoch, n } if it cannot be continued from there
--            { epoch, n, first number, notice, notice, … } otherwise; all after the known one
local head = redis.call('HMGET', KEYS[1], 'epoch', 'n', 'run')
if head[3] ~= string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') then
  return {}
end
local n = tonumber(head[2])
local known = tonumber(ARGV[2])
local missing = n - known
if head[1] ~= ARGV[1] or missing < 0 or missing > redis.call('LLEN', KEYS[2]) then
  return { head[1], n }
end
local answer = { head[1], n, known + 1 }
if missing > 0 then
  for _, notice in ipairs(redis.call('LRANGE', KEYS[2], -missing, -1)) do
    answer[#answer + 1] = notice
  end
end
return answer
