-- Takes a ticket out of the candidates; its body stays. Who has it leased has it no longer, and
-- cannot give it back to those who wait. There are about as many leases as backends.
--
-- ARGV 1     the ticket
-- answer     1 if there is such a ticket
call('ZREM', ready, ARGV[1])
for _, token in ipairs(call('ZRANGE', tokens, 0, -1)) do
  call('HDEL', lease .. token, ARGV[1])
end
return { call('EXISTS', body .. ARGV[1]) }
