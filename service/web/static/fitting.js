// The words that fitted to the end, each to be put into the word's place.

import { el } from "./dom.js";
import { t } from "./language.js";
import { capitals } from "./pattern.js";
import { roving } from "./roving.js";

const FEW = 8;

// The few that are shown first, the commonest; the game's own word is among them.
export const fewOf = (words, word) =>
  words.slice(0, FEW).includes(word) || !words.includes(word) ? words.slice(0, FEW) : [...words.slice(0, FEW - 1), word];

// A button for each of the `words`; `put` is told of one that is pressed, and `all` shows that there are more.
export function fittingWords({ word }, words, language, put, more = null) {
  const cells = words.map((fitting) =>
    el("button", { type: "button", lang: language, "aria-pressed": String(fitting === word), click: press },
      capitals(fitting, language)));
  const grid = el("div", { class: "words", role: "group", "aria-label": t("fittingWords") }, cells, more);
  grid.style.setProperty("--letters", [...word].length);
  roving(grid);
  return grid;

  function press({ currentTarget: cell }) {
    for (const other of cells) other.ariaPressed = String(other === cell);
    put(words[cells.indexOf(cell)]);
  }
}
