// The guessed letters of a game in order, each marked as a hit or a miss.

import { el, spoken } from "./dom.js";
import { t } from "./language.js";
import { capital } from "./pattern.js";
import { slash } from "./stroke.js";

// `answers` are [{ letter, hit }].
export const askedLetters = (answers, label, language) =>
  el("ul", { class: "asked-for", role: "list", "aria-label": label, lang: language }, answers.map(({ letter, hit }) =>
    el("li", { class: hit ? "right" : "wrong" }, capital(letter, language), !hit && slash(), spoken(`, ${t(hit ? "hit" : "miss")}`))));
