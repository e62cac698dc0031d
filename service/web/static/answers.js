// The dealer's answers: as sentences, and as this device stores them to check the confession.

import { t } from "./language.js";
import { placed } from "./pattern.js";
import { remember, remembered } from "./remembered.js";

const MOST_GAMES = 20;

// “Yes: N, seventh.”
export function answerText(guess, writing) {
  const text = writing.capitals(guess.letter ?? guess.word);
  if (guess.word) return t(guess.hit ? "wordIsHit" : "wordIsMiss", { word: text });
  return guess.hit ? t("isHit", { letter: text, ...placed(guess.positions) }) : t("isMiss", { letter: text });
}

// Stores the commitment when a game begins, then each answer, with the number of words left if that is shown.
// Each guess adds 1 to the version: if this device did not see one of them, the answers become null.
export function rememberAnswers({ id, version, commitment, last_guess: guess, insight }) {
  const games = remembered("commitments", []);
  const game = games.find(([stored]) => stored === id);
  if (!game && !guess) remember("commitments", [[id, commitment, []], ...games].slice(0, MOST_GAMES));
  const answers = game?.[2];
  if (!answers || version <= answers.length + 1) return;
  game[2] = version === answers.length + 2 ? [...answers, { ...guess, ...(insight && { left: insight.words_left }) }] : null;
  remember("commitments", games);
}

// [commitment, answers]: an empty array if this device did not see the start; answers are null if it did not see them all.
export const rememberedAnswers = (id) =>
  (remembered("commitments", []).find(([stored]) => stored === id) ?? []).slice(1);

// The index of the first answer that the confession changes, omits or adds; -1 if there is none.
export function firstDifference(stored, confessed) {
  const places = Array.from({ length: Math.max(stored.length, confessed.length) }, (_, place) => place);
  return places.findIndex((place) => asText(stored[place]) !== asText(confessed[place]));
}

const asText = (guess) => guess && JSON.stringify([guess.letter, guess.word, guess.hit, guess.positions]);
