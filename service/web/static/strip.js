// The strip of answers beside the keys or the cards, where there is room for it: each letter, its answer, and the words
// left. Screen readers leave it out, because they have read out each answer.

import { rememberedAnswers } from "./answers.js";
import { el } from "./dom.js";
import { number, t } from "./language.js";
import { placed, placesIn } from "./pattern.js";
import { slash } from "./stroke.js";

export const FIRST = 5; // cards that a question of the guesser shows first; a button shows the others

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

// The strip of the player's answers in a game that they deal, with bars of the words left.
export function dealtStrip(writing) {
  const start = el("span", { class: "quiet" });
  const rows = el("ol", { role: "list" });
  const keys = el("p", { class: "note" });
  const node = el("aside", { class: "strip", "aria-hidden": "true" }, el("h2", {}, t("yourAnswers"), start), rows, keys);

  // The bars have a logarithmic scale; a hard game has none.
  function update({ answers, words: { length: all }, isHard }) {
    const share = (words) => (100 * Math.log(words)) / Math.log(Math.max(2, all));
    start.textContent = isHard ? "" : t("atTheStart", { n: all });
    rows.replaceChildren(...answers.filter(({ words_before: before }) => before > 1).map((answer, index, { length }) => {
      const { letter, hit, positions, words_before: before, words_left: after } = answer;
      const [kept, lost] = [el("i", { class: "kept" }), el("i", { class: "lost" }, !hit && index === length - 1 && slash())];
      kept.style.inlineSize = `max(4px, ${share(after)}%)`;
      lost.style.inlineSize = `${share(before) - share(after)}%`;
      return isHard ? row(letter, positions, undefined, writing) : row(letter, positions, after, writing, el("span", { class: "bar" }, kept, lost));
    }));
    requestAnimationFrame(() => (node.scrollTop = node.scrollHeight)); // in the next frame, so that there is only one layout
  }

  // Says which number keys press the first cards.
  function ask({ families }) {
    keys.textContent = t("pressNumbers", { n: Math.min(FIRST, families.length) });
  }

  return { node, update, ask };
}

const row = (letter, positions, words, writing, bar) =>
  el("li", { class: positions.length ? "right" : "wrong" }, el("b", writing.attributes, writing.written(letter)),
    el("span", {}, positions.length ? t("yesAt", placed(positions)) : t("no")),
    words !== undefined && el("span", { class: "left" }, number(words)), bar);
