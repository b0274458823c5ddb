-- Takes a ticket out of the candidates; its body stays. Who has it leased has it no longer, and
-- cannot give it back to those who wait.
--
-- ARGV 1     the ticket
-- answer     1 if there is such a ticket
redis.call('ZREM', ready, ARGV[1])
redis.call('ZREM', leased, ARGV[1])
redis.call('HDEL', leases, ARGV[1])
return { redis.call('EXISTS', body .. ARGV[1]) }
