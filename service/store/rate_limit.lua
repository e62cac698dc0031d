#!lua flags=allow-oom
-- The generic cell rate algorithm (ITU-T I.371): one time stamp a client, when its debt is paid.
-- A full store still counts, for its running games can be played: hence the flag.
-- KEYS[1] the client's; ARGV[1] requests that a period allows, ARGV[2] the period in ms.
-- {allowed (1 or 0), requests left, ms until the next one is allowed, ms until all are}
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local period = tonumber(ARGV[2])
local cost = period / tonumber(ARGV[1])
local paid = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = paid + cost - period - now
if wait > 0 then return {0, 0, math.ceil(wait), math.ceil(paid - now)} end
paid = paid + cost
redis.call('SET', KEYS[1], string.format('%.3f', paid), 'PX', math.max(1, math.ceil(paid - now)))
return {1, math.floor((period - (paid - now)) / cost), 0, math.ceil(paid - now)}
