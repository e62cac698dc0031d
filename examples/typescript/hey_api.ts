// The same by Hey API; what the service sends is checked with zod.
import { makeGuess, startGame, type Game, type Problem } from "./client";
import { client } from "./client/client.gen";
import { zGame } from "./client/zod.gen";
import { Refused, retry } from "./retry";

declare const process: { argv: string[]; env: { HANGMAN_URL?: string }; exitCode?: number };

/** The game that a response carries; a 409, a 412 and a reused key do, too. */
function game({ data, error }: { data?: Game; error?: Problem }): Game {
  const carried = data ?? error?.game;
  if (!carried) throw new Refused(error);
  zGame.parse(carried);
  return carried;
}

client.setConfig({ baseUrl: process.env.HANGMAN_URL ?? "http://localhost:8000", fetch: retry });

try {
  const length = Number(process.argv[2] ?? 8);
  let played = game(await startGame({ body: { length, seed: 20261121093000 } }));
  const path = { game_id: played.id };
  for (const letter of "eetaoinshrdlucmfwypvbgkjqxz") { // the second e is a 409
    played = game(await makeGuess({ path, body: { letter } }));
    console.log(played.pattern, played.message);
    if (played.over) break;
  }
  console.log(played.word, played.dealer, played.seed);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
