import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Game = components["schemas"]["Game"];
type Problem = components["schemas"]["Problem"];

/** What a request is answered with; a problem is printed. If no answer comes, it is sent again. */
async function answer<T>(request: () => Promise<{ data?: T; error?: Problem }>, tries = 3): Promise<T | undefined> {
  try {
    const { data, error } = await request();
    if (error) console.log(error.type, error.game?.pattern ?? error.title);
    return data;
  } catch (lost) {
    if (tries > 1) return answer(request, tries - 1);
    throw lost;
  }
}

const api = createClient<paths>({ baseUrl: "http://localhost:8000" });
await answer(() => api.POST("/games", { body: { length: 60 } }));
const today = await answer(() => api.POST("/games", { body: { daily: "today" } }));
console.log(today?.pattern);

let game = await answer(() => api.POST("/games", { body: { length: 8, seed: 20261121093000 } }));
if (!game) throw new Error("no game");
const path = { game_id: game.id };
for (const letter of "eetaoinshrdlucmfwypvbgkjqxz") {
  const params = { path, header: { "Idempotency-Key": `${game.id}-${game.version}` } };
  const guessed: Game | undefined = await answer(() => api.POST("/games/{game_id}/guesses", { params, body: { letter } }));
  if (!guessed) continue;
  game = guessed;
  console.log(game.last_guess?.letter, game.pattern);
  if (game.status !== "in_progress") break;
}
console.log(game.dealer, game.word, game.seed);
const confession = await answer(() => api.GET("/games/{game_id}/confession", { params: { path } }));
if (confession) console.log(confession.odds.same_answers);
