// The word as far as it is shown: on large slots, on small ones, and for screen readers.

import { el, silent, spoken } from "./dom.js";
import { list, number, ordinal, t } from "./language.js";
import { move } from "./motion.js";

export const HIDDEN = "_";
const NUMBERED = 10; // letters: from here on every fifth place has its number
const LONGEST_LINES = { narrow: 12, phone: 14, wide: 24 }; // letters, by the width of the page

// The word of a game on its slots. If the game has a word, the letters that were never shown are there, too.
export function pattern(game) {
  const { writing } = game;
  const letters = [...writing.written(game.word ?? "")];
  const slot = (letter, place) => {
    const hidden = letter === HIDDEN;
    const shown = hidden ? (letters[place] ?? "") : letter;
    const kind = hidden ? (shown ? "hidden never" : "hidden") : "shown";
    return silent(shown, { class: kind, "data-place": placeNumber(place, game.pattern) });
  };
  const said = game.word ? spoken(writing.capitals(game.word)) : spokenPattern(game);
  const word = el("p", { class: "pattern", ...writing.attributes }, said,
    [...writing.written(game.pattern)].map(slot));
  return inLines(word, [...game.pattern].length);
}

// Whether a word, in letters of the alphabet, has the shown letters in their places, and no guessed letter elsewhere.
export function canBe(word, { pattern: letters, guessed_letters: guessed }) {
  const other = [...word];
  return [...letters].every((letter, place) =>
    letter === HIDDEN ? !guessed.includes(other[place]) : letter === other[place]);
}

// The typed letters that fill blanks. A player who types the whole word also types the shown letters, each at its place:
// they are skipped. None of them can be behind a blank, because an answer shows a letter wherever it is.
export function blanksFilled(typed, shown) {
  const letters = [];
  let place = 0;
  for (const letter of typed) {
    if (shown[place] !== letter) {
      while (place < shown.length && shown[place] !== HIDDEN) place += 1;
      if (place < shown.length) letters.push(letter);
    }
    place += 1;
  }
  return letters;
}

// Lines of equal length, for each width of the page.
export function inLines(node, length) {
  for (const [room, most] of Object.entries(LONGEST_LINES)) {
    const lines = Math.ceil(length / most);
    node.style.setProperty(`--${room}`, Math.ceil(length / lines));
  }
  return node;
}

const placeNumber = (place, letters) =>
  [...letters].length >= NUMBERED && (place + 1) % 5 === 0 && number(place + 1);

// A pattern as small slots. Screen readers leave it out: a text beside it says the same.
export const slots = (letters, writing) =>
  silent("", { class: "slots", ...writing.attributes }, [...writing.written(letters)].map((letter) =>
    el("span", {}, letter === HIDDEN ? "" : letter)));

// “I at 6, N at 7, 6 hidden”: the shown letters with their places, and the number of the others.
export function spokenPattern({ pattern: letters, writing }) {
  const places = [...letters];
  const shown = places.flatMap((letter, place) =>
    letter === HIDDEN ? [] : [t("letterAt", { letter: writing.capitals(letter), place: place + 1 })]);
  const hidden = places.length - shown.length;
  if (!shown.length) return spoken(t("noneShown", { letters: t("letters", { n: hidden }) }));
  return spoken(`${[...shown, t("hidden", { n: hidden })].join(", ")}.`);
}

// Ordinals in words; all of them in figures if there is no word for one of them.
function nthsOf(positions) {
  const words = t("nths").split(" ");
  return positions.map((position) => (Math.max(...positions) < words.length ? words[position] : ordinal(position + 1)));
}

// “4 and 11”, and as they are counted: “fourth and eleventh”.
export const placed = (positions) => ({
  n: positions.length,
  places: list(positions.map((position) => number(position + 1))),
  nths: list(nthsOf(positions)),
});

// “Not the word: EIGHT”, or nothing. If the last answer `isSaid` above, its word is left out.
export function wrongWords({ wrong_words: all, last_guess: last, writing }, isSaid = false) {
  const words = isSaid ? all.filter((word) => word !== last?.word) : all;
  return words.length ? t("wrongWords", { words: words.map((word) => writing.capitals(word)).join(", ") }) : "";
}

// The places of a letter in a word, as a family has them.
export const placesIn = (word, letter) =>
  [...word].flatMap((other, place) => (other === letter ? [place] : []));

// The letters of an answer drop onto their places, one after another.
export function dropIn(word, { positions }) {
  const slots = word.querySelectorAll(".pattern > .shown, .pattern > .hidden");
  positions.forEach((place, index) =>
    move(slots[place], { transform: ["translateY(-14px)", "translateY(1px)", "none"], color: ["transparent", "inherit", "inherit"] },
      160, { delay: 60 * index }));
}
