#!lua
-- Give the next number to a request; a request that comes again gets the number that it has.
-- A full store gives no new numbers: hence no flag.
-- KEYS[1] the claims on a game's words; ARGV[1] their life in seconds, ARGV[2] the highest number,
-- ARGV[3] the request's operation id, '' if it has none.
-- Returns {number, 0 if none is left, -1 if a stored one is not a number; 1 if the request came before, or 0}.
local before = ARGV[3] ~= '' and redis.call('HGET', KEYS[1], ARGV[3])
if before then
    redis.call('EXPIRE', KEYS[1], ARGV[1]) -- a write, so that WAIT counts the replicas that have the claim
    return {tonumber(before) or -1, 1}
end
local claimed = redis.call('HGET', KEYS[1], 'claimed') or '0'
if not claimed:match('^%d+$') then return {-1, 0} end
if tonumber(claimed) >= tonumber(ARGV[2]) then return {0, 0} end
local number = redis.call('HINCRBY', KEYS[1], 'claimed', 1)
if ARGV[3] ~= '' then redis.call('HINCRBY', KEYS[1], ARGV[3], number) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return {number, 0}
