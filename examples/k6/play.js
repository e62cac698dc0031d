// Games of Evil Hangman on k6: k6 run --vus 8 --duration 30s play.js
import http from "k6/http";
import { sleep } from "k6";
import { Counter, Trend } from "k6/metrics";

const url = __ENV.HANGMAN_URL || "http://localhost:8000";
const headers = { "Content-Type": "application/json" };
const letters = "etaoinshrdlucmwfgypbvkjxqz";
const guesses = new Trend("guesses", true);
const ended = new Counter("ended");
const refused = { 429: new Counter("refused_429"), 503: new Counter("refused_503") };
const other = new Counter("refused_other");

export const options = { summaryTrendStats: ["count", "p(99)"] };

/** The game after a request; null, after a pause, if the service refused it. */
function game(name, path, body) {
  const response = http.post(url + path, JSON.stringify(body), { headers, timeout: "10s", tags: { name } });
  if (response.status === 200 || response.status === 201) {
    if (name === "guess") guesses.add(response.timings.duration);
    return response.json();
  }
  (refused[response.status] || other).add(1);
  sleep(Math.min(Number(response.headers["Retry-After"] || 1), 10));
  return null;
}

export default function () {
  let played = game("start", "/games", { length: 8 });
  for (let next = 0; played && !played.over; next++)
    played = game("guess", `/games/${played.id}/guesses`, { letter: letters[next] });
  if (played) ended.add(1);
}

export function handleSummary({ metrics, state }) {
  const count = (name) => (metrics[name] ? metrics[name].values.count : 0);
  const rate = (count("guesses") / state.testRunDurationMs) * 1000;
  const p99 = metrics.guesses ? metrics.guesses.values["p(99)"] : NaN;
  return {
    stdout: `guesses/s ${rate.toFixed(0)}, p99 ${p99.toFixed(1)} ms
games: ended ${count("ended")}
refused: 429 ${count("refused_429")}, 503 ${count("refused_503")}, other ${count("refused_other")}
`,
  };
}
