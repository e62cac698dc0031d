// Games of Evil Hangman on autocannon: node play.mjs [CONNECTIONS] [SECONDS]
import autocannon from "autocannon";

const url = process.env.HANGMAN_URL ?? "http://localhost:8000";
const [connections, duration] = [Number(process.argv[2] ?? 8), Number(process.argv[3] ?? 30)];
const headers = { "Content-Type": "application/json" };
const letters = "etaoinshrdlucmwfgypbvkjxqz";
const waiting = []; // games whose next guess is due: any connection makes it
const counts = { guesses: 0, started: 0, ended: 0, 429: 0, 503: 0, other: 0 };

function setupRequest() {
  const game = waiting.shift();
  if (!game) return { method: "POST", path: "/games", headers, body: '{"length":8}', onResponse };
  const body = JSON.stringify({ letter: letters[game.guessed_letters.length] });
  return { method: "POST", path: `/games/${game.id}/guesses`, headers, body, onResponse };
}

// autocannon cannot wait after a 429: run the service without limits, and “refused” is 0.
function onResponse(status, body) {
  if (status !== 200 && status !== 201) return void counts[status in counts ? status : "other"]++;
  counts[status === 201 ? "started" : "guesses"]++;
  const game = JSON.parse(body);
  if (game.over) counts.ended++;
  else waiting.push(game);
}

const requests = [{ setupRequest, onResponse }];
const result = await autocannon({ url, connections, duration, timeout: 10, requests });
console.log(`guesses/s ${(counts.guesses / result.duration).toFixed(0)}, p99 ${result.latency.p99} ms
games: started ${counts.started}, ended ${counts.ended}
refused: 429 ${counts[429]}, 503 ${counts[503]}, other ${counts.other + result.errors}`);
