-- Removes the line.
--
-- answer     how many of its keys there were
return {redis.call('UNLINK', unpack(KEYS))}
