// What this device saw of the games that it played, so that nobody can change it later: the commitment
// before the first guess, and each answer when it came.

import { remember, remembered } from "./remembered.js";
import { newest } from "./said.js";

const KEPT = 20; // games

// Keeps what is new in a game. Of answers that came together it does not know the order: then it keeps none.
export function witness(game) {
  const seals = remembered("seals", []);
  const seal = seals.find(([id]) => id === game.id);
  const made = guessesMade(game);
  if (!seal && !made && game.commitment) remember("seals", [[game.id, game.commitment, []], ...seals].slice(0, KEPT));
  const answers = seal?.[2];
  if (!answers || made <= answers.length) return;
  const before = { guessed_letters: answers.filter(({ letter }) => letter), wrong_words: answers.filter(({ word }) => word) };
  seal[2] = made === answers.length + 1 ? [...answers, newest(before, game)] : null;
  remember("seals", seals);
}

// The commitment and the answers; empty if this device did not see the start, no answers if it missed some.
export const witnessed = (id) => (remembered("seals", []).find(([kept]) => kept === id) ?? []).slice(1);

// The place of the first answer that is not confessed as it was seen; -1 if all are.
export function firstApart(seen, confessed) {
  const places = Array.from({ length: Math.max(seen.length, confessed.length) }, (_, place) => place);
  return places.findIndex((place) => inWords(seen[place]) !== inWords(confessed[place]?.guess));
}

const inWords = (answer) => answer && [answer.letter ?? `=${answer.word}`, answer.hit, answer.letter && answer.positions].join();

function guessesMade({ guessed_letters: letters, wrong_words: words, status, pattern }) {
  const isFound = status === "won" && [...pattern].some((letter) => !letters.includes(letter)); // by a whole word
  return letters.length + words.length + isFound;
}
