import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

declare const process: { env: { HANGMAN_URL?: string } };
const url = process.env.HANGMAN_URL ?? "http://localhost:8000";

type Game = components["schemas"]["Game"];
type Problem = components["schemas"]["Problem"];

/** Sends a request, again if no answer comes. Returns the answer, or prints the problem. */
async function answer<T>(request: () => Promise<{ data?: T; error?: Problem }>, tries = 3): Promise<T | undefined> {
  try {
    const { data, error } = await request();
    if (error) console.log(error.code, error.game?.pattern ?? error.title);
    return data;
  } catch (lost) {
    if (tries > 1) return answer(request, tries - 1);
    throw lost;
  }
}

function guess({ id }: Game, letter: string) {
  const params = { path: { game_id: id }, header: { "Idempotency-Key": crypto.randomUUID() } };
  return answer(() => api.POST("/games/{game_id}/guesses", { params, body: { letter } }));
}

const api = createClient<paths>({ baseUrl: url });
await answer(() => api.POST("/games", { body: { length: 60 } }));
const today = await answer(() => api.POST("/games", { body: { daily: "today" } }));
console.log(today?.pattern);

let game = await answer(() => api.POST("/games", { body: { length: 8, seed: 20261121093000 } }));
if (!game) throw new Error("no game");
for (const letter of "eetaoinshrdlucmfwypvbgkjqxz") {
  const guessed: Game | undefined = await guess(game, letter);
  if (!guessed) continue;
  game = guessed;
  console.log(game.last_guess?.letter, game.pattern);
  if (game.over) break;
}
console.log(game.dealer, game.word, game.seed);
const params = { path: { game_id: game.id } };
const confession = await answer(() => api.GET("/games/{game_id}/confession", { params }));
if (confession) console.log(confession.odds.same_answers);
