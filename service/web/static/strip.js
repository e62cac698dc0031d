// The strip of answers beside the keys, where there is room for it: a letter, what was said of it, and the words left.

import { rememberedAnswers } from "./answers.js";
import { el } from "./dom.js";
import { number, t } from "./language.js";
import { capital, placed } from "./pattern.js";

// For eyes only: those who hear the page have heard each answer.
export function strip(language) {
  const rows = el("ol", { role: "list" });
  const node = el("aside", { class: "strip", "aria-hidden": "true" }, el("h2", {}, t("answers")), rows);
  const left = new Map(); // words left after a letter, as far as this device has seen them

  function update({ id, guessed_letters: letters, pattern, last_guess: guess, insight }) {
    for (const answer of rememberedAnswers(id)[1] ?? []) left.set(answer.letter, answer.left);
    if (insight && guess?.letter) left.set(guess.letter, insight.words_left);
    rows.replaceChildren(...letters.map((letter) => row(letter, [...pattern], left.get(letter))));
  }

  function row(letter, pattern, words) {
    const places = pattern.flatMap((other, place) => (other === letter ? [place] : []));
    const said = places.length ? t("yesAt", placed(places)) : t("no");
    return el("li", { class: places.length ? "right" : "wrong" }, el("b", { lang: language }, capital(letter, language)),
      el("span", {}, said), words !== undefined && el("span", { class: "left" }, number(words)));
  }

  return { node, update };
}
