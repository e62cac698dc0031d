// What was guessed, and what the dealer said to it.

import { t } from "./language.js";
import { capitals, placed } from "./pattern.js";

// “N is there, at place 7.”
export function said(guess, language) {
  const what = capitals(guess.letter ?? guess.word, language);
  if (guess.word) return t(guess.hit ? "wordIsHit" : "wordIsMiss", { word: what });
  return guess.hit ? t("isHit", { letter: what, ...placed(guess.positions) }) : t("isMiss", { letter: what });
}

// The guess of the last letter; null before the first.
export function lastLetter({ guessed_letters: letters, pattern }) {
  const letter = letters.at(-1);
  if (!letter) return null;
  const positions = [...pattern].flatMap((other, place) => (other === letter ? [place] : []));
  return { letter, hit: positions.length > 0, positions };
}

// The last of the guesses that `game` has and `before` had not; null if there is none.
export function newest(before, game) {
  if (game.guessed_letters.length > before.guessed_letters.length) return lastLetter(game);
  if (game.wrong_words.length > before.wrong_words.length) return { word: game.wrong_words.at(-1), hit: false };
  return game.status === "won" && before.status !== "won" ? { word: game.word, hit: true } : null;
}
