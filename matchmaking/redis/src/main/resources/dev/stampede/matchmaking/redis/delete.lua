-- Takes a ticket back. Who has it leased finds out by assigning, and has nothing left to give back
-- but an id that the next claim drops.
--
-- ARGV 1     the ticket
-- answer     how many there were
call('ZREM', ready, ARGV[1])
call('DEL', place .. ARGV[1])
local there = call('DEL', body .. ARGV[1])
if there == 1 then
  call('PUBLISH', channel, '~ ' .. ARGV[1])
end
return { there }
