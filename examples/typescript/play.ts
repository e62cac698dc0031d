// A game of Evil Hangman: npx tsx play.ts [LENGTH]
import createClient from "openapi-fetch";
import { Refused, retry } from "./retry";
import type { components, paths } from "./schema";

declare const process: { argv: string[]; env: { HANGMAN_URL?: string }; exitCode?: number };
type Game = components["schemas"]["Game"];
type Problem = components["schemas"]["Problem"];

/** The game that a response carries; a 409, a 412 and a reused key do, too. */
function game({ data, error }: { data?: Game; error?: Problem }): Game {
  const carried = data ?? error?.game;
  if (!carried?.pattern) throw new Refused(error);
  return carried;
}

const api = createClient<paths>({ baseUrl: process.env.HANGMAN_URL ?? "http://localhost:8000", fetch: retry });

try {
  const length = Number(process.argv[2] ?? 8);
  let played = game(await api.POST("/games", { body: { length, seed: 20261121093000 } }));
  const params = { path: { game_id: played.id } };
  for (const letter of "eetaoinshrdlucmfwypvbgkjqxz") { // the second e is a 409
    played = game(await api.POST("/games/{game_id}/guesses", { params, body: { letter } }));
    console.log(played.pattern, played.message);
    if (played.over) break;
  }
  console.log(played.word, played.dealer, played.seed);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
