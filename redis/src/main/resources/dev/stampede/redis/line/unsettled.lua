-- Finds those who left the line a while ago and are not settled: whoever took them out has died.
--
-- ARGV 1     milliseconds ago
--      2     how many to look at, about
-- answer     epoch, then for each its kind, number, pass's end and buyer. Empty: the line is lost.
if lost() then return {} end
local answer = {number(redis.call('HGET', head, 'epoch'))}
local before = millis() - tonumber(ARGV[1])
local page = redis.call('HSCAN', moving, '0', 'COUNT', ARGV[2])[2]
for i = 1, #page, 2 do
  local kind, passEnd, since, buyer = string.match(page[i + 1], '^(%a) (%d+) (%d+) (.*)$')
  if tonumber(since) <= before then
    answer[#answer + 1] = kind
    answer[#answer + 1] = page[i]
    answer[#answer + 1] = passEnd
    answer[#answer + 1] = buyer
  end
end
return answer
