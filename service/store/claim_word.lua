#!lua
-- Give the next number to a request; a request that comes again gets the number that it has.
-- A full store gives no new numbers: hence no flag.
-- KEYS[1] the claims on a game's words; ARGV[1] their life in seconds, ARGV[2] the highest number,
-- ARGV[3] the request's operation id, '' if it has none.
-- Returns {number, or 0 if none is left; whether the request came before (1 or 0)}.
local before = ARGV[3] ~= '' and redis.call('HGET', KEYS[1], ARGV[3])
if before then return {tonumber(before), 1} end
local claimed = tonumber(redis.call('HGET', KEYS[1], 'claimed') or 0)
if claimed >= tonumber(ARGV[2]) then return {0, 0} end
local number = redis.call('HINCRBY', KEYS[1], 'claimed', 1)
if ARGV[3] ~= '' then redis.call('HINCRBY', KEYS[1], ARGV[3], number) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return {number, 0}
