// The letters of a game in their order, each as the hit or the miss that it was.

import { el, spoken } from "./dom.js";
import { t } from "./language.js";
import { capital } from "./pattern.js";
import { slash } from "./stroke.js";

// `answers` have a letter each, and whether it was a hit.
export const askedLetters = (answers, label, language) =>
  el("ul", { class: "asked-for", role: "list", "aria-label": label, lang: language }, answers.map(({ letter, hit }) =>
    el("li", { class: hit ? "right" : "wrong" }, capital(letter, language), !hit && slash(), spoken(`, ${t(hit ? "hit" : "miss")}`))));
