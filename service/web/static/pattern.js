// The word as far as it is shown.

import { el, seen, spoken } from "./dom.js";
import { list, number, t } from "./language.js";

const HIDDEN = "_";

// A capital that is one letter too: ß has none.
export function capital(letter, language) {
  const upper = letter.toLocaleUpperCase(language);
  return upper.length === letter.length ? upper : letter;
}

export const capitals = (word, language) =>
  [...word].map((letter) => capital(letter, language)).join("");

// Where a letter stands, as texts want it: counted from 1.
export const placed = (positions) => ({
  n: positions.length,
  places: list(positions.map((position) => number(position + 1))),
});

// The pattern for eyes and ears; of a game that is lost, the letters that were never shown too.
export function pattern(game, language) {
  const letters = [...game.pattern].map((letter, place) => {
    const hidden = letter === HIDDEN;
    const shown = hidden ? (game.word?.[place] ?? "") : letter;
    return seen(capital(shown, language), { class: hidden ? "hidden" : "shown" });
  });
  return el("p", { class: "pattern", lang: language }, spokenPattern(game, language), letters);
}

// Any pattern as small slots, for eyes only: what is said of it stands beside it.
export const slots = (pattern, language) =>
  seen("", { class: "slots", lang: language }, [...pattern].map((letter) =>
    el("span", {}, letter === HIDDEN ? "" : capital(letter, language))));

export function spokenPattern({ pattern }, language) {
  const letters = [...pattern].map((one) => (one === HIDDEN ? t("blank") : capital(one, language)));
  return spoken(t("pattern", { letters: letters.join(", ") }));
}
