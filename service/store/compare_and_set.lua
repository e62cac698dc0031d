#!lua flags=allow-oom
-- A full store rejects new games, but running games can be finished: hence the flag.
-- Write or delete a game only if its state is still the one that was read.
-- KEYS[1] the game; ARGV[1] that state's version and last operation id (8 bytes each; '' if any will
-- do), ARGV[2] the new value ('' deletes the game), ARGV[3] its life in ms ('' leaves it as it is).
-- Returns 1: done. 0: the game has another state. -1: there is no such game.
local head = redis.call('GETRANGE', KEYS[1], 0, 20) -- version, checksum, format, last operation id
-- An empty value is a damaged game, and can be deleted as any other.
if head == '' and not redis.call('GET', KEYS[1]) then return -1 end
if ARGV[1] ~= '' and ARGV[1] ~= string.sub(head, 1, 8) .. string.sub(head, 14) then return 0 end
if ARGV[2] == '' then
    redis.call('EXPIRE', KEYS[1], 0) -- this deletes, and the store's user needs no right to DEL
elseif ARGV[3] == '' then
    redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
else
    redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return 1
