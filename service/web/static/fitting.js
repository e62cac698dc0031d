// The words that fitted to the end, as buttons: a press shows that word instead of the dealer's.

import { el } from "./dom.js";
import { t } from "./language.js";
import { roving } from "./roving.js";

const FEW = 8;

// The commonest words that fitted; if the word that the dealer named is not among them, it replaces the last.
export const named = (words, word) => (words.includes(word) ? words : [...words.slice(0, -1), word]);
export const fewOf = (words, word) => named(words.slice(0, FEW), word);

// A button for each of the `words`; `put` is called with the one that is pressed, and `more` is a node after them.
export function fittingWords({ word, writing }, words, put, more = null) {
  const cells = words.map((fitting) =>
    el("button", { type: "button", ...writing.attributes, "aria-pressed": String(fitting === word), click: press },
      writing.capitals(fitting)));
  const grid = el("div", { class: "words", role: "group", "aria-label": t("fittingWords") }, cells, more);
  grid.style.setProperty("--letters", [...word].length);
  roving(grid);
  return grid;

  function press({ currentTarget: cell }) {
    for (const other of cells) other.ariaPressed = String(other === cell);
    put(words[cells.indexOf(cell)]);
  }
}
