// The same by orval, whose client calls the global fetch with the path alone.
import { makeGuess, startGame, type Game, type Problem } from "./client";
import { Refused, retry } from "./retry";

declare const process: { argv: string[]; env: { HANGMAN_URL?: string }; exitCode?: number };
const url = process.env.HANGMAN_URL ?? "http://localhost:8000";
const send = fetch;
globalThis.fetch = (input, init) => (typeof input === "string" ? retry(url + input, init) : send(input, init));

/** The game that a response carries; a 409, a 412 and a reused key do, too. */
function game({ status, data }: { status: number; data: unknown }): Game {
  const carried = status < 300 ? (data as Game) : (data as Problem).game;
  if (!carried) throw new Refused(data as Problem);
  return carried;
}

try {
  const length = Number(process.argv[2] ?? 8);
  let played = game(await startGame({ length, seed: 20261121093000 }));
  for (const letter of "eetaoinshrdlucmfwypvbgkjqxz") { // the second e is a 409
    played = game(await makeGuess(played.id, { letter }));
    console.log(played.pattern, played.message);
    if (played.over) break;
  }
  console.log(played.word, played.dealer, played.seed);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
