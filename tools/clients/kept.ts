// Starts a game twice with the same key, and deletes it.
import { retry } from "./retry";

declare const process: { env: { HANGMAN_URL?: string } };
const url = `${process.env.HANGMAN_URL}/games`;
const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };

const ids = [];
for (let start = 0; start < 2; start++) {
  const response = await retry(url, { method: "POST", headers, body: '{"length": 8}' });
  ids.push(((await response.json()) as { id: string }).id);
}
const deleted = await retry(`${url}/${ids[0]}`, { method: "DELETE" });
console.log(ids[0] === ids[1], deleted.status);
