// A game that the player deals: its words, its answers, and what follows from them.

import { today } from "./daily.js";
import { isHung, missesOf, patternOf, phaseOf } from "./deals.js";
import { placesIn } from "./pattern.js";
import { remember, remembered } from "./remembered.js";

const SHOWN = 3; // families that the ladder shows of each answer, as a confession does, and words of each

// `drawn` are today's words, with the misses to force and the most that can be forced; `isHard` hides all numbers of words.
export const newDeal = (length, drawn, isHard = false) => ({ date: today(), length, isHard, answers: [], ...drawn });

// The words that fit all answers, and the letters that were asked.
export const wordsLeft = ({ words, answers }) =>
  words.filter((word) => answers.every(({ letter, positions }) => placesIn(word, letter).join() === positions.join()));
export const asked = ({ answers }) => answers.map(({ letter }) => letter);

// What the player can do in each phase: from { deal, before } to the next. `before` is the deal before the last choice, which
// can be taken back until the next one. An answer without another is no choice.
const MOVES = {
  asking: {
    answer: ({ deal, before }, question, family) => ({ deal: answered(deal, question, family), before: isForced(question) ? before : deal }),
    takeBack: ({ deal, before }) => ({ deal: before ?? deal, before: null }),
    choose: ({ deal }, isHard) => ({ deal: deal.answers.length ? deal : { ...deal, isHard }, before: null }),
  },
  hanged: { goOn: ({ deal }) => ({ deal: { ...deal, onward: true }, before: null }) },
  found: {},
};

// Whether there is only one answer.
export const isForced = ({ families }) => families.length === 1;

// The last choice, and the answers after it, to which there was no other.
export function sinceChoice({ answers }) {
  const nth = answers.findLastIndex(({ family_count: count }) => count > 1);
  return [answers[nth], answers.slice(nth + 1)];
}

// The state after a move. One that its phase does not have changes nothing.
export const moved = (state, move, ...values) => MOVES[phaseOf(state.deal)][move]?.(state, ...values) ?? state;

// The game after an answer. If it leaves one word, the guesser only has to spell it: all of its letters are certain.
function answered(deal, question, family) {
  const after = { ...deal, answers: [...deal.answers, answerOf(question, family)] };
  if (family.words.length > 1) return after;
  const [word] = family.words;
  const shown = patternOf(after);
  const letters = [...new Set(word)].filter((letter) => !shown.includes(letter)).sort();
  return { ...after, answers: [...after.answers, ...letters.map((letter) => spelled(letter, word))] };
}

// The answer in the form of a guess in a confession, so that the ladder can show it.
function answerOf({ letter, words_before, families }, { positions, words }) {
  const dropped = families.filter((family) => family.positions !== positions).slice(0, SHOWN);
  return {
    letter, positions, hit: positions.length > 0, words_before, words_left: words.length, family_count: families.length,
    largest_families: families.slice(0, SHOWN).map((family) => ({ positions: family.positions, word_count: family.words.length })),
    dropped: dropped.flatMap((family) => family.words.slice(0, SHOWN)),
    kept: words.slice(0, SHOWN),
  };
}

const spelled = (letter, word) => ({
  letter, positions: placesIn(word, letter), hit: true,
  words_before: 1, words_left: 1, family_count: 1, largest_families: [], dropped: [], kept: [word],
});

// How many words an answer gave away: how many more the largest family has.
export const givenAway = ({ largest_families: [largest], words_left }) => (largest ? largest.word_count - words_left : 0);

// How many games were dealt to an end, and in how many of them the guesser was hanged.
export const countOfDeals = () => remembered("dealt", { dealt: 0, hung: 0 });

// Counts a game that has ended, once: it may go on and end again.
export function counted(deal) {
  const { dealt, hung } = countOfDeals();
  if (!deal.counted) remember("dealt", { dealt: dealt + 1, hung: hung + (isHung(deal) ? 1 : 0) });
  return { ...deal, counted: true };
}
