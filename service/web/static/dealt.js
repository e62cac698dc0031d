// A game that the player deals: the answers, and what follows from them. This device keeps the last one of each length, and
// the service none.

import { HIDDEN, placesIn } from "./pattern.js";
import { remember, remembered } from "./remembered.js";

const LARGEST = 3; // families that the ladder shows of each answer, as a confession does

// `words` is the dictionary whose words are dealt.
export const newDeal = ({ name, fingerprint }, length) => ({ dictionary: name, fingerprint, length, answers: [] });

export const missesOf = ({ answers }) => answers.filter(({ hit }) => !hit).length;
export const wrongLetters = ({ answers }) => answers.filter(({ hit }) => !hit).map(({ letter }) => letter);
export const isFound = (deal) => !patternOf(deal).includes(HIDDEN);

// What the guesser knows, as the service is asked about it.
export const known = (deal) => ({ dictionary: deal.dictionary, pattern: patternOf(deal), wrong_letters: wrongLetters(deal) });

// The game after an answer. If it leaves one word, the guesser only has to spell it: by the alphabet, as every letter
// of it is equally sure.
export function answered(deal, question, family, alphabet) {
  const after = { ...deal, isAnother: false, answers: [...deal.answers, answerOf(question, family)] };
  if (family.word_count > 1) return after;
  const [word] = family.words;
  const shown = patternOf(after);
  const letters = [...alphabet].filter((letter) => word.includes(letter) && !shown.includes(letter));
  return { ...after, answers: [...after.answers, ...letters.map((letter) => spelled(letter, word))] };
}

// As a confession tells of a guess, so that the ladder can show it.
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

// The words that an answer gave away: so many more were in the largest family.
export const givenAway = ({ largest_families: [largest], words_left }) => (largest ? largest.word_count - words_left : 0);

// The answer that gave away most, or undefined if none did.
export function worstOf({ answers }) {
  const most = Math.max(...answers.map(givenAway));
  return most > 0 ? answers.find((answer) => givenAway(answer) === most) : undefined;
}

// The same, if that was a mistake: `par` is how many misses the largest family forces each time.
export const mistakeOf = (deal, par) => (missesOf(deal) < par ? worstOf(deal) : undefined);

const deals = () => remembered("deals", []);
const others = (length) => deals().filter((deal) => deal.length !== length);

export const lastDeal = () => deals()[0];
export const dealOf = (length) => deals().find((deal) => deal.length === length);
export const keepDeal = (deal) => remember("deals", [deal, ...others(deal.length)]);

// How many games were dealt to an end, and in how many the guesser hung.
export const countOfDeals = () => remembered("dealt", { dealt: 0, hung: 0 });

// A game that has come to an end, counted once: it may go on and end again.
export function counted(deal, isHung) {
  const { dealt, hung } = countOfDeals();
  if (!deal.counted) remember("dealt", { dealt: dealt + 1, hung: hung + (isHung ? 1 : 0) });
  return { ...deal, counted: true };
}

// A game that is hanged or found is not gone on with.
export const isGoingOn = (deal) => Boolean(deal?.answers.length) && !deal.hanged && patternOf(deal).includes(HIDDEN);

export const patternOf = ({ length, answers }) =>
  answers.reduce(
    (pattern, { letter, positions }) => pattern.map((shown, place) => (positions.includes(place) ? letter : shown)),
    Array(length).fill(HIDDEN),
  ).join("");
