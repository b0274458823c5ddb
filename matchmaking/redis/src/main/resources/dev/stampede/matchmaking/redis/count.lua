-- answer     how many wait, how many are leased, how many ever were assigned
local leased = 0
for _, token in ipairs(call('ZRANGE', tokens, 0, -1)) do
  leased = leased + call('HLEN', lease .. token)
end
return { call('ZCARD', ready), leased, call('HGET', totals, 'assigned') or '0' }
