#!lua flags=allow-oom
-- The generic cell rate algorithm (ITU-T I.371): for each client, the time when its debt is paid.
-- A full store still counts, for its running games can be played: hence the flag.
-- KEYS[1] the client's time; ARGV[1] units that a period allows, ARGV[2] the period in ms, ARGV[3]
-- the units that this request costs, ARGV[4] those of them that it has paid already, ARGV[5] units that
-- the caller would lease for later requests; it gets them if half of all units are left then.
-- Returns {allowed (1 or 0), units left, ms until such a request is allowed, ms until all are back,
-- units leased}.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local period = tonumber(ARGV[2])
local unit = period / tonumber(ARGV[1])
local cost = math.min(period, unit * tonumber(ARGV[3])) -- at most all units, so that no request is refused forever
local stored = tonumber(redis.pcall('GET', KEYS[1])) or 0 -- ignore a value that is not a number: it is not ours
local paid = math.max(now, math.min(stored, now + period)) -- if the clock was set back, the debt stays within one period
local rest = math.max(0, cost - unit * tonumber(ARGV[4]))
local wait = 0
local leased = 0
if paid + rest > now + period + 0.01 then -- stored times are rounded
    wait = math.ceil(paid + cost - period - now) -- the next attempt has paid nothing yet
else
    paid = paid + rest
    local with_lease = paid + unit * tonumber(ARGV[5])
    if with_lease <= now + period / 2 then
        leased = tonumber(ARGV[5])
        paid = with_lease
    end
end
if wait == 0 or stored > paid then
    redis.call('SET', KEYS[1], string.format('%.3f', paid), 'PX', math.max(1, math.ceil(paid - now)))
end
local left = math.max(0, math.floor((period - (paid - now)) / unit))
return {wait == 0 and 1 or 0, left, wait, math.ceil(paid - now), leased}
