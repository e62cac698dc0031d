#!lua flags=allow-oom
-- The counts are a few bytes a day, and running games end in a full store too: hence the flag.
-- Add 1 to fields of a day's counts. KEYS[1] the day; ARGV[1] its life in seconds, then the fields.
for field = 2, #ARGV do redis.call('HINCRBY', KEYS[1], ARGV[field], 1) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
