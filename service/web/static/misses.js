// How many misses a game allows, and how many are left: as strokes that are crossed out one by one, and in words.

import { el, silent, svg } from "./dom.js";
import { t } from "./language.js";

export const ENDLESS = 1000; // more misses than anybody can make: the player never hangs
const USUAL = 8;
const MOST = 12; // strokes; a larger number is only written
const MARKS = ["M4.4 1.5C3.6 9 4 17 4.4 24.5", "M4 1.5C4.8 10 4.2 17 5 24.5", "M4.6 1.5C4.2 8 4.8 18 4.2 24.5"];

export const missesAllowed = (most) => (most === ENDLESS ? t("never") : t("misses.n", { n: most }));

// The allowed misses as a choice or a link names them: a number, or “never”.
export const NEVER = "never";
export const missesNamed = (name) => (name === NEVER ? ENDLESS : /^[1-9]\d{0,3}$/.test(name) ? Number(name) : USUAL);
export const nameOfMisses = (most) => (most === ENDLESS ? NEVER : String(most));

export function tallies({ misses, max_misses: most }) {
  if (most > MOST) return null;
  const spent = (index) => index >= most - misses;
  return silent("", { class: "tallies" }, Array.from({ length: most }, (_, index) =>
    svg("svg", { viewBox: "0 0 12 26", class: spent(index) ? "spent" : "free" },
      svg("path", { d: MARKS[index % MARKS.length] }),
      spent(index) && svg("path", { class: "tick", d: "M-2 21C3 16 9 10 13 5" }))));
}

export const countsText = ({ misses, max_misses: most, remaining_guesses: left }) =>
  most === ENDLESS ? t("missesSoFar", { n: misses }) : t("missesLeft", { n: left });

// The node of the counts; `more` is an optional node below them.
export function counts(more) {
  const node = el("div", { class: "counts" });
  const update = (game) => node.replaceChildren(...[tallies(game), el("p", {}, countsText(game)), more].filter(Boolean));
  return { node, update };
}
