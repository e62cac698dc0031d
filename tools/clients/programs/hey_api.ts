import { makeGuess, startGame } from "./client";
import { client } from "./client/client.gen";

client.setConfig({ baseUrl: "http://localhost:8000" });

const { error: refused } = await startGame({ body: { length: 60 } });
console.log(refused?.type, refused?.detail);

const { data: game, error } = await startGame({ body: { length: 8, seed: 20261121093000 } });
if (!game) throw new Error(error.detail);
const path = { game_id: game.id };
for (const letter of "eetaoinshrdlucmfwypvbgkjqxz") {
  const { data, error } = await makeGuess({ path, body: { letter } });
  if (error) console.log(error.type, error.game?.pattern);
  else console.log(data?.last_guess?.letter, data?.pattern);
  if (data && data.status !== "in_progress") {
    console.log(data.dealer, data.word, data.seed);
    break;
  }
}
