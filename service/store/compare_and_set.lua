#!lua flags=allow-oom
-- A full store takes no new game, but every running one can be finished: hence the flag.
-- Write a game only if it is still at the version that was read.
-- KEYS[1] the game; ARGV[1] that version (8 bytes), ARGV[2] the new value, ARGV[3] its life in ms.
-- 1: written. 0: another version is there. -1: no such game.
local version = redis.call('GETRANGE', KEYS[1], 0, 7)
if version == '' or version == 'deleted' then return -1 end
if version ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
