// What the dealer answered: in words, and as this device remembers it, so that nobody can change it later.

import { t } from "./language.js";
import { capitals, placed } from "./pattern.js";
import { remember, remembered } from "./remembered.js";

const KEPT = 20; // games

// “Yes: N, seventh.”
export function answerText(guess, language) {
  const what = capitals(guess.letter ?? guess.word, language);
  if (guess.word) return t(guess.hit ? "wordIsHit" : "wordIsMiss", { word: what });
  return guess.hit ? t("isHit", { letter: what, ...placed(guess.positions) }) : t("isMiss", { letter: what });
}

// Keeps the commitment of a game that begins, and then each answer. A version is one more for each guess:
// if one was missed, no answers are kept. Where the number of words left is shown, it is kept, too.
export function rememberAnswers({ id, version, commitment, last_guess: guess, insight }) {
  const games = remembered("commitments", []);
  const game = games.find(([kept]) => kept === id);
  if (!game && !guess) remember("commitments", [[id, commitment, []], ...games].slice(0, KEPT));
  const answers = game?.[2];
  if (!answers || version <= answers.length + 1) return;
  game[2] = version === answers.length + 2 ? [...answers, { ...guess, left: insight?.words_left }] : null;
  remember("commitments", games);
}

// [commitment, answers]; empty if this device did not see the start, and the answers are null if it missed one.
export const rememberedAnswers = (id) =>
  (remembered("commitments", []).find(([kept]) => kept === id) ?? []).slice(1);

// The place of the first answer that is not confessed as it was seen; -1 if all are.
export function firstDifference(seen, confessed) {
  const places = Array.from({ length: Math.max(seen.length, confessed.length) }, (_, place) => place);
  return places.findIndex((place) => asText(seen[place]) !== asText(confessed[place]));
}

const asText = (guess) => guess && JSON.stringify([guess.letter, guess.word, guess.hit, guess.positions]);
