// A game that the player deals: its answers, and what follows from them. This device stores the last game of each length;
// the service stores none.

import { HIDDEN, placesIn } from "./pattern.js";
import { remember, remembered } from "./remembered.js";

const LARGEST = 3; // families that the ladder shows of each answer, as a confession does

// `words` is the dictionary whose words are dealt.
export const newDeal = ({ name, fingerprint }, length) => ({ dictionary: name, fingerprint, length, answers: [] });

export const missesOf = ({ answers }) => answers.filter(({ hit }) => !hit).length;
export const wrongLetters = ({ answers }) => answers.filter(({ hit }) => !hit).map(({ letter }) => letter);
export const isFound = (deal) => !patternOf(deal).includes(HIDDEN);

// What the guesser knows, as fields of a request.
export const known = (deal) => ({ dictionary: deal.dictionary, pattern: patternOf(deal), wrong_letters: wrongLetters(deal) });

// The game after an answer. If it leaves one word, the guesser only has to spell it: in alphabetical order, as all of
// its letters are certain.
export function answered(deal, question, family, words) {
  const after = { ...deal, isAnother: false, answers: [...deal.answers, answerOf(question, family)] };
  if (family.word_count > 1) return after;
  const word = words.writing.read(family.words[0]);
  const shown = patternOf(after);
  const letters = words.writing.letters.filter((letter) => word.includes(letter) && !shown.includes(letter));
  return { ...after, answers: [...after.answers, ...letters.map((letter) => spelled(letter, word))] };
}

// The answer in the form of a guess in a confession, so that the ladder can show it.
function answerOf({ letter, words_before, family_count, families }, { positions, word_count, words }) {
  const dropped = families.filter((family) => family.positions !== positions).slice(0, LARGEST);
  return {
    letter, positions, hit: positions.length > 0, words_before, words_left: word_count, family_count,
    largest_families: families.slice(0, LARGEST).map((family) => ({ positions: family.positions, word_count: family.word_count })),
    dropped: dropped.flatMap((family) => family.words),
    kept: words,
  };
}

const spelled = (letter, word) => ({
  letter, positions: placesIn(word, letter), hit: true,
  words_before: 1, words_left: 1, family_count: 1, largest_families: [], dropped: [], kept: [word],
});

// How many words an answer gave away: how many more the largest family has.
export const givenAway = ({ largest_families: [largest], words_left }) => (largest ? largest.word_count - words_left : 0);

// The answer that gave away the most words, or undefined if none gave any away.
export function worstOf({ answers }) {
  const most = Math.max(...answers.map(givenAway));
  return most > 0 ? answers.find((answer) => givenAway(answer) === most) : undefined;
}

// The same, if that cost misses: `par` is how many misses a dealer forces that always keeps the largest family.
export const mistakeOf = (deal, par) => (missesOf(deal) < par ? worstOf(deal) : undefined);

const deals = () => remembered("deals", []);
const others = (length) => deals().filter((deal) => deal.length !== length);

export const lastDeal = () => deals()[0];
export const dealOf = (length) => deals().find((deal) => deal.length === length);
export const keepDeal = (deal) => remember("deals", [deal, ...others(deal.length)]);

// How many games were dealt to an end, and in how many of them the guesser was hanged.
export const countOfDeals = () => remembered("dealt", { dealt: 0, hung: 0 });

// Counts a game that has ended, once: it may go on and end again.
export function counted(deal, isHung) {
  const { dealt, hung } = countOfDeals();
  if (!deal.counted) remember("dealt", { dealt: dealt + 1, hung: hung + (isHung ? 1 : 0) });
  return { ...deal, counted: true };
}

// Whether a game can go on: it has begun, the guesser is not hanged, and the word is not found.
export const isGoingOn = (deal) => Boolean(deal?.answers.length) && !deal.hanged && patternOf(deal).includes(HIDDEN);

export const patternOf = ({ length, answers }) =>
  answers.reduce(
    (pattern, { letter, positions }) => pattern.map((shown, place) => (positions.includes(place) ? letter : shown)),
    Array(length).fill(HIDDEN),
  ).join("");
