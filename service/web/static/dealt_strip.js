// The strip of answers beside the cards of a game that the player deals.

import { el } from "./dom.js";
import { t } from "./language.js";
import { row } from "./strip.js";
import { slash } from "./stroke.js";

export const FIRST = 5; // cards that a question of the guesser shows first; a button shows the others

// The strip of the player's answers in a game that they deal, with bars of the words left.
export function dealtStrip(writing) {
  const start = el("span", { class: "quiet" });
  const rows = el("ol", { role: "list" });
  const keys = el("p", { class: "note" });
  const node = el("aside", { class: "strip", "aria-hidden": "true" }, el("h2", {}, t("yourAnswers"), start), rows, keys);

  // The bars are to scale; a hard game has none.
  function update({ answers, words: { length: all }, isHard }) {
    const share = (words) => (100 * words) / all;
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
    keys.textContent = `${t("pressNumbers", { n: Math.min(FIRST, families.length) })} ${t("missTeaches")}`;
  }

  return { node, update, ask };
}
