#!lua flags=allow-oom
-- Whether a guess could be saved: use each command that saving needs, on a key of no game.
-- A full store saves guesses: hence the flag.
-- KEYS[1] the key; ARGV[1] a number that nobody can know. Returns this number as it was stored.
redis.call('SET', KEYS[1], ARGV[1], 'PX', 60000)
local stored = redis.call('GETRANGE', KEYS[1], 0, -1)
if redis.call('GET', KEYS[1]) ~= stored then return 0 end
redis.call('EXPIRE', KEYS[1], 0) -- this deletes it
return tonumber(stored)
