import { getConfession, makeGuess, startGame, type Game, type Problem } from "./client";
import { client } from "./client/client.gen";

declare const process: { env: { HANGMAN_URL?: string } };
const url = process.env.HANGMAN_URL ?? "http://localhost:8000";

/** Waits for a request. Returns the answer, or prints the problem. */
async function answer<T>(request: Promise<{ data?: T; error?: Problem }>): Promise<T | undefined> {
  const { data, error } = await request;
  if (error) console.log(error.code, error.game?.pattern ?? error.title);
  return data;
}

client.setConfig({ baseUrl: url });
await answer(startGame({ body: { length: 60 } }));
const today = await answer(startGame({ body: { daily: "today" } }));
console.log(today?.pattern);

let game = await answer(startGame({ body: { length: 8, seed: 20261121093000 } }));
if (!game) throw new Error("no game");
const path = { game_id: game.id };
for (const letter of "eetaoinshrdlucmfwypvbgkjqxz") {
  const guessed: Game | undefined = await answer(makeGuess({ path, body: { letter } }));
  if (!guessed) continue;
  game = guessed;
  console.log(game.last_guess?.letter, game.pattern);
  if (game.over) break;
}
console.log(game.dealer, game.word, game.seed);
const confession = await answer(getConfession({ path }));
if (confession) console.log(confession.odds.same_answers);
