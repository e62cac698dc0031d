// Guesses of a game that is over, as its confession has them.

import { toSteps } from "../../service/web/static/sheets.js";
import { ENGLISH } from "./english.mjs";

// The guess of a letter: its positions, and the numbers of words before and after it. The words themselves are made up.
export const letter = (name, positions, words, more = {}) =>
  guess({ letter: name, word: null, hit: positions.length > 0, positions }, words, more);

export const word = (name, hit, words, more = {}) =>
  guess({ letter: null, word: name, hit, positions: [] }, words, more);

const guess = (fields, [before, after], more) => ({
  ...fields, at: "2026-11-22T17:00:00.000Z",
  words_before: before, words_left: after, family_count: 1, largest_families: [], kept: [], dropped: [], ...more,
});

// A game of five letters that a cheat lost; the letters J and Q were in no word that was left.
export const GUESSES = [
  letter("e", [], [1000, 600], {
    family_count: 4,
    largest_families: [{ positions: [], word_count: 600 }, { positions: [4], word_count: 250 }, { positions: [1], word_count: 100 }],
    kept: ["crony", "stony"],
    dropped: ["crane", "stone", "genus", "beret", "elegy", "serum"],
  }),
  letter("o", [2], [600, 6], { family_count: 2, largest_families: [{ positions: [2], word_count: 6 }], dropped: ["crazy"] }),
  letter("j", [], [6, 6]),
  letter("q", [], [6, 6]),
  word("stony", false, [6, 5], { family_count: 2, dropped: ["stony"] }),
  letter("n", [3], [5, 5]),
  letter("r", [1], [5, 1], { family_count: 2, dropped: ["agony", "peony", "phony", "ebony"] }),
  letter("x", [], [1, 1]),
  letter("c", [0], [1, 1]),
];

export const steps = (guesses = GUESSES, honest = false) => toSteps({ guesses, honest }, 5, ENGLISH);
