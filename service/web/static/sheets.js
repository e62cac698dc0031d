// The guesses of a game that is over, in order, as the sheets of the ladder show them.

import { HIDDEN } from "./pattern.js";

const CRUELLEST = 3; // guesses that a phone shows first

// Each guess with its number, its name, the patterns and misses around it, and what became of the words.
export function toSteps({ guesses, honest }, length, writing) {
  let pattern = HIDDEN.repeat(length);
  let misses = 0;
  const read = (words) => words.map((word) => writing.read(word));
  return guesses.map((confessed, index) => {
    const guess = { ...confessed, word: confessed.word && writing.read(confessed.word), dropped: read(confessed.dropped), kept: read(confessed.kept) };
    const { words_before: before, words_left: after } = guess;
    const was = pattern;
    pattern = shown(was, guess, guess.positions);
    misses += guess.hit ? 0 : 1;
    return {
      ...guess, before, after, was, pattern, misses, honest, writing,
      nth: index + 1,
      name: writing.capitals(guess.letter ?? guess.word),
      wasted: !guess.hit && before === after,
      pieces: pieces(guess, (positions) => shown(was, guess, positions)),
    };
  });
}

// The guesses of each sheet. Wasted guesses in a row share one, and those of the tail have none.
export function sheets(guesses) {
  const all = [];
  for (const guess of guesses.filter(({ before }) => before > 1)) {
    if (guess.wasted && all.at(-1)?.[0].wasted) all.at(-1).push(guess);
    else all.push([guess]);
  }
  return all;
}

// The guesses, at most three, at which the dealer kept the smallest share of the words: the cruellest first.
export function cruellest(guesses) {
  const share = ({ before, after }) => after / before;
  return guesses.filter(({ wasted }) => !wasted).sort((one, other) => share(one) - share(other)).slice(0, CRUELLEST);
}

// The guesses after the end was certain.
export const tail = (guesses) => guesses.filter(({ before }) => before <= 1);

// The number of the guess that left one word; 0 if there was only one from the start.
export function corneredAt(guesses) {
  if (guesses[0].before <= 1) return 0;
  return guesses.find(({ after }) => after <= 1)?.nth ?? null;
}

// The pieces of a bar: the words kept, the largest families thrown away, and all others as one.
function pieces(guess, patterned) {
  const { family_count, largest_families: largest, words_before, words_left } = guess;
  const isKept = ({ positions }) => positions.join() === guess.positions.join();
  const named = (family) => ({ ...family, pattern: patterned(family.positions) });
  const others = largest.filter((family) => !isKept(family)).map(named);
  const more = family_count - 1 - others.length;
  const rest = words_before - words_left - others.reduce((sum, { word_count }) => sum + word_count, 0);
  return {
    kept: named({ positions: guess.positions, word_count: words_left }),
    others,
    rest: more > 0 ? { more, word_count: rest } : null,
  };
}

function shown(pattern, { letter, word }, positions) {
  const letters = [...pattern];
  for (const place of positions) letters[place] = letter ?? [...word][place];
  return letters.join("");
}
