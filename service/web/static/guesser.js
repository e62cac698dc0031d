// The guesser of a game that the player deals: its next letter, and how many misses the service's own dealers force from
// it. The page plays their games in the background, once for each dictionary and length, and stores the result.

import * as api from "./api.js";
import { answered, isFound, known, missesOf, newDeal } from "./dealt.js";
import { remember, remembered } from "./remembered.js";

export const LARGEST = "largest-family";
export const BEST = "minimax";
const GUESSER = "most-words";
const EXAMPLES = 3; // words to show of each family

// The letter and its families, the largest first, and what each of the `dealers` would keep; null if no word fits.
export async function nextQuestion(known, { dealers = [], words = EXAMPLES, ...patience }) {
  const { content: hint } = await api.post("hints", { json: { ...known, guesser: GUESSER, words: 0 }, ...patience });
  if (!hint.letters.length) return null;
  const { letter } = hint.letters[0];
  const { content } = await api.post("families", { json: { ...known, letter, words, dealers }, ...patience });
  return { letter, ...content };
}

const keyOf = ({ length }, dealer) => `${length} ${dealer}`;

// The misses that a dealer forces with these words; undefined until they are known.
export function parOf(deal, dealer) {
  const { fingerprint, misses } = remembered("par", {});
  return fingerprint === deal.fingerprint ? misses[keyOf(deal, dealer)] : undefined;
}

// Plays a game for a dealer and stores its misses. Each question waits for `idle`, so that the player's come first.
export async function playPar(deal, dealer, words, { idle, ...patience }) {
  let game = newDeal(words, deal.length);
  while (!isFound(game)) {
    await idle();
    const question = await nextQuestion(known(game), { ...patience, dealers: [dealer], words: 1 });
    if (!question) return; // the words have changed meanwhile
    const [{ families: [choice] }] = question.choices;
    const family = question.families.find(({ positions }) => positions.join() === choice.positions.join());
    game = answered(game, question, family, words);
  }
  const before = remembered("par", {});
  const misses = before.fingerprint === deal.fingerprint ? before.misses : {};
  remember("par", { fingerprint: deal.fingerprint, misses: { ...misses, [keyOf(deal, dealer)]: missesOf(game) } });
}
