// The words of today's deal: some of a dictionary, drawn by the date, and the same for everybody who has that dictionary.

import { drawn } from "./dom.js";
import { ANY, LARGEST, missesForced } from "./guesser.js";
import { Problem } from "./hangman.js";
import { HIDDEN } from "./pattern.js";
import { post } from "./service.js";

const COUNT = 400; // words of a deal
const DRAWS = 12; // of which the first is played that has room, or else the one that has the most
const ROOM = 2; // misses between the classic cheat and the best play
const EACH = 50; // words of a family that the service shows at most
const [LETTERS, COMMONEST] = [4, 8]; // the date draws so many of the commonest letters, whose families have the words

// Draws the words. `classic` is how many misses the classic cheat forces with them, which always keeps the largest family, and
// `most` how many can be forced; the goal is to beat the classic cheat.
export async function todaysWords({ name, writing }, length, date, patience) {
  const all = await manyWords(name, length, date, patience);
  const pool = [...new Set(all.map((word) => writing.read(word)))];
  if (pool.length < 2) throw new Problem({ code: "no-words-of-length" });
  const draws = [];
  while (draws.length < DRAWS && !draws.some((draw) => roomIn(draw) >= ROOM)) {
    await drawn(); // each takes some milliseconds
    draws.push(drawOf(inLots(pool, `${date} ${draws.length}`).slice(0, COUNT)));
  }
  return draws.reduce((best, draw) => (roomIn(draw) > roomIn(best) ? draw : best));
}

const roomIn = ({ classic, most }) => most - classic;

function drawOf(words) {
  const [classic, most] = [LARGEST, ANY].map((keep) => missesForced(words, keep));
  return { words, classic, most, goal: Math.min(classic + 1, most) };
}

// More words than a deal needs: the service shows the commonest of each word family.
async function manyWords(dictionary, length, date, patience) {
  const asking = { dictionary, pattern: HIDDEN.repeat(length), words: 0, guesser: "most-words" };
  const { content: { letters } } = await post("hints", { json: asking, ...patience });
  const chosen = inLots(letters.slice(0, COMMONEST).map(({ letter }) => letter), date).slice(0, LETTERS);
  const answers = await Promise.all(chosen.map((letter) =>
    post("families", { json: { dictionary, length, letter, words: EACH, dealers: [] }, ...patience })));
  return answers.flatMap(({ content: { families } }) => families.flatMap(({ words }) => words));
}

// An order that looks random, and depends on the seed and the names alone.
export function inLots(items, seed, nameOf = (item) => item) {
  const lots = new Map(items.map((item) => [item, lot(`${nameOf(item)} ${seed}`)]));
  return [...items].sort((one, other) => lots.get(one) - lots.get(other));
}

// A whole number from a text: FNV-1a (Fowler, Noll, Vo), with the last steps of MurmurHash3 (Appleby).
function lot(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
