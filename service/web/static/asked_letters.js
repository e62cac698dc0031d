// The guessed letters of a game in order, each marked as a hit or a miss.

import { el, spoken } from "./dom.js";
import { t } from "./language.js";
import { slash } from "./stroke.js";

// `answers` are [{ letter, hit }].
export const askedLetters = (answers, label, writing) =>
  el("ul", { class: "asked-for", role: "list", "aria-label": label, ...writing.attributes }, answers.map(({ letter, hit }) =>
    el("li", { class: hit ? "right" : "wrong" }, writing.written(letter), !hit && slash(), spoken(`, ${t(hit ? "hit" : "miss")}`))));
