// Guesses of a game that is over, as its confession tells them.

import { retold } from "../../service/web/static/sheets.js";

// A letter, whether and where it is, and the words that were left; the words that are named are made up.
export function letter(name, positions, [before, after], more = {}) {
  const guess = { letter: name, hit: positions.length > 0, positions };
  return step(guess, [before, after], more);
}

export const word = (name, hit, words, more = {}) => step({ word: name, hit, positions: [] }, words, more);

const step = (guess, [before, after], more) => ({
  guess, words_before: before, words_after: after, families: 1, largest_families: [], kept: [], dropped: [], ...more,
});

// A game of five letters that a cheat lost; the letters J and Q were in no word that was left.
export const GUESSES = [
  letter("e", [], [1000, 600], {
    families: 4,
    largest_families: [{ positions: [], words: 600 }, { positions: [4], words: 250 }, { positions: [1], words: 100 }],
    kept: ["crony", "stony"],
    dropped: ["crane", "stone", "genus", "beret", "elegy", "serum"],
  }),
  letter("o", [2], [600, 6], { families: 2, largest_families: [{ positions: [2], words: 6 }], dropped: ["crazy"] }),
  letter("j", [], [6, 6]),
  letter("q", [], [6, 6]),
  word("stony", false, [6, 5], { families: 2, dropped: ["stony"] }),
  letter("n", [3], [5, 5]),
  letter("r", [1], [5, 1], { families: 2, dropped: ["agony", "peony", "phony", "ebony"] }),
  letter("x", [], [1, 1]),
  letter("c", [0], [1, 1]),
];

export const steps = (guesses = GUESSES, honest = false) => retold({ guesses, honest }, 5, "en");
