-- Real games on wrk, as fast as the connections allow:
--
--     wrk --threads 2 --connections 16 --duration 30s --timeout 10s --script play.lua http://127.0.0.1:8000
--
-- wrk does not say which request a response belongs to, but every response has the whole game, which is enough for the
-- next guess. wrk cannot wait after a 429: run the service without limits, and “refused” is 0.

local letters = "etaoinshrdlucmwfgypbvkjxqz"
local threads = {}
local waiting = {} -- of this thread: the path and the letter of each guess to make

function setup(thread)
   table.insert(threads, thread)
end

function init()
   guesses, started, won, lost, refused429, refused503, other = 0, 0, 0, 0, 0, 0, 0 -- global: done() reads them
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
   if status == 429 then
      refused429 = refused429 + 1
   elseif status == 503 then
      refused503 = refused503 + 1
   elseif status ~= 200 and status ~= 201 then
      other = other + 1
   else
      play(status, body)
   end
end

function play(status, body)
   if status == 201 then
      started = started + 1
   else
      guesses = guesses + 1
   end
   local outcome = body:match('"status":"([a-z_]+)"')
   if outcome == "in_progress" then
      local _, guessed = body:match('"guessed_letters":%[(.-)%]'):gsub("%a", "")
      local path = "/games/" .. body:match('"id":"([^"]+)"') .. "/guesses"
      local body = '{"letter":"' .. letters:sub(guessed + 1, guessed + 1) .. '"}'
      table.insert(waiting, { path = path, body = body })
   elseif outcome == "won" then
      won = won + 1
   else
      lost = lost + 1
   end
end

function done(summary, latency)
   local function sum(name)
      local total = 0
      for _, thread in ipairs(threads) do
         total = total + thread:get(name)
      end
      return total
   end
   local rate, p99 = sum("guesses") / summary.duration * 1e6, latency:percentile(99) / 1000
   print(string.format("guesses/s %.0f, p99 %.1f ms", rate, p99))
   print(string.format("games: started %d, won %d, lost %d", sum("started"), sum("won"), sum("lost")))
   print(string.format("refused: 429 %d, 503 %d, other %d", sum("refused429"), sum("refused503"), sum("other")))
end
