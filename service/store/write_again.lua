#!lua flags=allow-oom
-- Write a value again as it is, if it is still the one that was read: then WAIT on this connection
-- counts the replicas that have it. KEYS[1] the key; ARGV[1] the value that was read.
-- Returns 1: done. 0: the key has another value, or none.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
return 1
