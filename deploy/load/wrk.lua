-- Real games on wrk, as fast as the connections allow:
--
--     wrk --threads 2 --connections 32 --duration 30s --latency --script deploy/load/wrk.lua http://127.0.0.1:8000
--
-- Run the service with HANGMAN_RATELIMIT_ENABLED=false: “refused” must be 0. wrk does not say which request an
-- answer belongs to, but every answer has the whole game, which is enough for the next guess.

local letters = "etaoinshrdlcumwfgypbvkjxqz"
local threads = {}
local waiting = {} -- of this thread: the path and the letter of each guess to make

function setup(thread)
   table.insert(threads, thread)
end

function init()
   started, won, lost, refused = 0, 0, 0, 0 -- global, because done() reads them from outside
   wrk.headers["Content-Type"] = "application/json"
end

function request()
   local guess = table.remove(waiting, 1)
   if guess then
      return wrk.format("POST", guess.path, nil, guess.body)
   end
   return wrk.format("POST", "/games", nil, '{"length":8}')
end

function response(status, headers, body)
   if status ~= 200 and status ~= 201 then
      refused = refused + 1
      return
   end
   started = started + (status == 201 and 1 or 0)
   local outcome = body:match('"status":"([a-z_]+)"')
   if outcome == "in_progress" then
      local _, guesses = body:match('"guessed_letters":%[(.-)%]'):gsub("%a", "")
      local path = "/games/" .. body:match('"id":"([^"]+)"') .. "/guesses"
      local body = '{"letter":"' .. letters:sub(guesses + 1, guesses + 1) .. '"}'
      table.insert(waiting, { path = path, body = body })
   elseif outcome == "won" then
      won = won + 1
   else
      lost = lost + 1
   end
end

function done()
   local line = ""
   for _, counted in ipairs({ "started", "won", "lost", "refused" }) do
      local sum = 0
      for _, thread in ipairs(threads) do
         sum = sum + thread:get(counted)
      end
      line = line .. counted .. " " .. sum .. "  "
   end
   print(line)
end
