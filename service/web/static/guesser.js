// The guesser of a game that the player deals: what it asks for next, and how many misses the service's own dealers force
// from it. The page plays that in the background, once for each list of words and each length, and remembers it.

import * as api from "./api.js";
import { answered, isFound, known, missesOf, newDeal } from "./dealt.js";
import { remember, remembered } from "./remembered.js";

export const LARGEST = "largest-family";
export const BEST = "minimax";
const GUESSER = "most-words";
const EXAMPLES = 3; // words that are shown of each family

// The letter and its families, the largest first, and what each of the `dealers` would keep; null if no word fits.
export async function nextQuestion(known, { dealers = [], words = EXAMPLES, ...patience }) {
  const { content: hint } = await api.post("hints", { json: { ...known, guesser: GUESSER, words: 0 }, ...patience });
  if (!hint.letters.length) return null;
  const { letter } = hint.letters[0];
  const { content } = await api.post("families", { json: { ...known, letter, words, dealers }, ...patience });
  return { letter, ...content };
}

const keyOf = ({ length }, dealer) => `${length} ${dealer}`;

// The number of misses, or undefined as long as it is not known. Other words have other numbers.
export function parOf(deal, dealer) {
  const { fingerprint, misses } = remembered("par", {});
  return fingerprint === deal.fingerprint ? misses[keyOf(deal, dealer)] : undefined;
}

// Plays for a dealer until the word is found. `idle` is waited for before each question: the player's come first.
export async function playPar(deal, dealer, words, { idle, ...patience }) {
  let game = newDeal(words, deal.length);
  while (!isFound(game)) {
    await idle();
    const question = await nextQuestion(known(game), { ...patience, dealers: [dealer], words: 1 });
    if (!question) return; // the words have changed meanwhile
    const [{ families: [kept] }] = question.choices;
    const family = question.families.find(({ positions }) => positions.join() === kept.positions.join());
    game = answered(game, question, family, words.alphabet);
  }
  const before = remembered("par", {});
  const misses = before.fingerprint === deal.fingerprint ? before.misses : {};
  remember("par", { fingerprint: deal.fingerprint, misses: { ...misses, [keyOf(deal, dealer)]: missesOf(game) } });
}
