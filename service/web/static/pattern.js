// The word as far as it is shown: on large slots, on small ones, and for the ear.

import { el, seen, spoken } from "./dom.js";
import { list, number, ordinal, t } from "./language.js";
import { move } from "./motion.js";

export const HIDDEN = "_";
const NUMBERED = 10; // letters: from here on every fifth place has its number
const LONGEST_LINES = { narrow: 12, phone: 14, wide: 24 }; // letters, by the room there is

// A capital that is one letter too: ß has none.
export function capital(letter, language) {
  const upper = letter.toLocaleUpperCase(language);
  return upper.length === letter.length ? upper : letter;
}

export const capitals = (word, language) =>
  [...word].map((letter) => capital(letter, language)).join("");

// The word of a game; of one that is lost, the letters that were never shown too.
export function pattern(game, language) {
  const slot = (letter, place) => {
    const hidden = letter === HIDDEN;
    const shown = hidden ? (game.word?.[place] ?? "") : letter;
    const kind = hidden ? (shown ? "hidden never" : "hidden") : "shown";
    return seen(capital(shown, language), { class: kind, "data-place": placeNumber(place, game.pattern) });
  };
  const word = el("p", { class: "pattern", lang: language }, spokenPattern(game, language),
    [...game.pattern].map(slot));
  return inLines(word, [...game.pattern].length);
}

// Whether a word has what is shown, and no guessed letter elsewhere.
export function canBe(word, { pattern: letters, guessed_letters: guessed }) {
  const other = [...word.normalize("NFC").toLowerCase()];
  return [...letters].every((letter, place) =>
    letter === HIDDEN ? !guessed.includes(other[place]) : letter === other[place]);
}

// Which of the letters that were typed fill blanks. Somebody who types the whole word also types the letters that are
// shown, each at its place. No blank can be one of these: an answer shows a letter wherever it is.
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

// Any pattern as small slots, for eyes only: what is said of it stands beside it.
export const slots = (letters, language) =>
  seen("", { class: "slots", lang: language }, [...letters].map((letter) =>
    el("span", {}, letter === HIDDEN ? "" : capital(letter, language))));

// “I at 6, N at 7, 6 hidden”: what is shown, not what is not.
export function spokenPattern({ pattern: letters }, language) {
  const places = [...letters];
  const shown = places.flatMap((letter, place) =>
    letter === HIDDEN ? [] : [t("letterAt", { letter: capital(letter, language), place: place + 1 })]);
  const hidden = places.length - shown.length;
  if (!shown.length) return spoken(t("noneShown", { letters: t("letters", { n: hidden }) }));
  return spoken(`${[...shown, t("hidden", { n: hidden })].join(", ")}.`);
}

// In words, or all in figures where there is no word for one of them.
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

// “Not the word: EIGHT”, or nothing.
export const wrongWords = ({ wrong_words: words }, language) =>
  (words.length ? t("wrongWords", { words: words.map((word) => capitals(word, language)).join(", ") }) : "");

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
