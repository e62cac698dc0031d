import { getConfession, makeGuess, startGame, type Game, type Problem } from "./client";

declare const process: { env: { HANGMAN_URL?: string } };
const url = process.env.HANGMAN_URL ?? "http://localhost:8000";
const send = fetch;
globalThis.fetch = (path, request) => send(new URL(String(path), url), request);

/** Waits for a request. Returns the answer, or prints the problem. */
async function answer<T extends { status: number; data: unknown }>(request: Promise<T>) {
  const answered = await request;
  if (answered.status < 300) return answered.data as Exclude<T["data"], Problem | void>;
  const problem = answered.data as Problem;
  console.log(problem.code, problem.game?.pattern ?? problem.title);
}

await answer(startGame({ length: 60 }));
const today = await answer(startGame({ daily: "today" }));
console.log(today?.pattern);

let game = await answer(startGame({ length: 8, seed: 20261121093000 }));
if (!game) throw new Error("no game");
for (const letter of "eetaoinshrdlucmfwypvbgkjqxz") {
  const guessed: Game | undefined = await answer(makeGuess(game.id, { letter }));
  if (!guessed) continue;
  game = guessed;
  console.log(game.last_guess?.letter, game.pattern);
  if (game.over) break;
}
console.log(game.dealer, game.word, game.seed);
const confession = await answer(getConfession(game.id));
if (confession) console.log(confession.odds.same_answers);
