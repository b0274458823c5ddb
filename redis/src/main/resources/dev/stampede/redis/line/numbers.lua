-- The numbers in line, a page of them.
--
-- ARGV 1     above this one
--      2     how many
--      3     "1" to have each followed by its buyer
-- answer     epoch, generation, then the numbers in order. Empty: the line is lost.
if lost() then return {} end
local state = redis.call('HMGET', head, 'epoch', 'generation')
local answer = {number(state[1]), number(state[2])}
local page = redis.call('ZRANGEBYSCORE', waiting, '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
for i = 1, #page, 2 do
  answer[#answer + 1] = digits(tonumber(page[i + 1]))
  if ARGV[3] == '1' then
    answer[#answer + 1] = page[i]
  end
end
return answer
