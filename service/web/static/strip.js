// The strip of answers beside the keys, where there is room for it: each letter, its answer, and the words left. Screen
// readers leave it out, because they have read out each answer.

import { rememberedAnswers } from "./answers.js";
import { el } from "./dom.js";
import { number, t } from "./language.js";
import { placed, placesIn } from "./pattern.js";

// The strip of the dealer's answers in a game.
export function strip(writing) {
  const rows = el("ol", { role: "list" });
  const node = el("aside", { class: "strip", "aria-hidden": "true" }, el("h2", {}, t("answers")), rows);
  const left = new Map(); // words left after a letter, as far as this device has seen them

  function update({ id, guessed_letters: letters, pattern, last_guess: guess, insight }) {
    for (const answer of rememberedAnswers(id)[1] ?? []) left.set(answer.letter, answer.left);
    if (insight && guess?.letter) left.set(guess.letter, insight.words_left);
    rows.replaceChildren(...letters.map((letter) => row(letter, placesIn(pattern, letter), left.get(letter), writing)));
  }

  return { node, update };
}

// An answer: its letter, what it was, and the words that it left; `bar` may show them.
export const row = (letter, positions, words, writing, bar) =>
  el("li", { class: positions.length ? "right" : "wrong" }, el("b", writing.attributes, writing.written(letter)),
    el("span", {}, positions.length ? t("yesAt", placed(positions)) : t("no")),
    words !== undefined && el("span", { class: "left" }, number(words)), bar);
