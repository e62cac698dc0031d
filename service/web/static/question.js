// What the guesser asks for next, and the word families that could answer it.

import * as api from "./api.js";

const GUESSER = "most-words";
export const EXAMPLES = 3; // words that are shown of each family

// The letter and its families, the largest first, and what each of the `dealers` would keep; null if no word fits.
export async function nextQuestion(known, { dealers = [], words = EXAMPLES, ...patience }) {
  const { content: hint } = await api.post("hints", { json: { ...known, guesser: GUESSER, words: 0 }, ...patience });
  if (!hint.letters.length) return null;
  const { letter } = hint.letters[0];
  const { content } = await api.post("families", { json: { ...known, letter, words, dealers }, ...patience });
  return { letter, ...content };
}
