// The guesser of a game that the player deals: it asks for the letter that most of the words left have.

import { patternOf } from "./deals.js";
import { asked, wordsLeft } from "./dealt.js";
import { placesIn } from "./pattern.js";

// The next letter, and the word families that could answer it, the largest first, each with the pattern after that answer.
export function nextQuestion(deal) {
  const words = wordsLeft(deal);
  const { letter, families } = questionOf(words, asked(deal));
  const after = ({ positions }) => [...patternOf(deal)].map((shown, place) => (positions.includes(place) ? letter : shown)).join("");
  return { letter, words_before: words.length, families: families.map((family) => ({ ...family, pattern: after(family) })) };
}

// How many more misses can be forced, if each answer is one of the families that `keep` picks: the most of them.
export function missesForced(words, keep, before = []) {
  if (words.length < 2) return 0;
  const { letter, families } = questionOf(words, before);
  const after = ({ positions, words: kept }) => (positions.length ? 0 : 1) + missesForced(kept, keep, [...before, letter]);
  return Math.max(...keep(families).map(after));
}

// Ways to answer: as the classic cheat does, and in every way.
export const LARGEST = (families) => families.slice(0, 1);
export const ANY = (families) => families;

function questionOf(words, before) {
  const letter = commonest(words, before);
  return { letter, families: familiesOf(words, letter) };
}

// Ties go to the letter that is first in Unicode.
function commonest(words, before) {
  const counts = new Map();
  for (const word of words) for (const letter of new Set(word)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const letters = [...counts.keys()].filter((letter) => !before.includes(letter)).sort();
  return letters.reduce((best, letter) => (counts.get(letter) > counts.get(best) ? letter : best));
}

// Ties as the service breaks them: the fewest letters first, then the rightmost.
function familiesOf(words, letter) {
  const families = new Map();
  for (const word of words) {
    const positions = placesIn(word, letter);
    const name = positions.join();
    if (!families.has(name)) families.set(name, { positions, words: [] });
    families.get(name).words.push(word);
  }
  const rightmost = ({ positions }) => positions.reduce((sum, place) => sum + 2 ** place, 0);
  return [...families.values()].sort((one, other) => other.words.length - one.words.length
    || one.positions.length - other.positions.length || rightmost(other) - rightmost(one));
}

