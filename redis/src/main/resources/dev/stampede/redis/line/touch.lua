-- Notes signs of life of those in line.
--
-- ARGV       the buyers
-- answer     how many were noted. Empty: the line is lost.
if lost() then return {} end
local second = math.floor(millis() / 1000)
local arguments = {}
for i, buyer in ipairs(ARGV) do
  arguments[2 * i - 1] = second
  arguments[2 * i] = buyer
end
return {redis.call('ZADD', alive, 'XX', 'CH', unpack(arguments))}
