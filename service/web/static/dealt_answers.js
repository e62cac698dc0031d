// The strip of the player's answers beside the cards, where there is room for it: it has the bars of the words left.

import { el } from "./dom.js";
import { number, t } from "./language.js";
import { capital, placed } from "./pattern.js";
import { slash } from "./stroke.js";

// For eyes only: those who hear the page have heard each answer.
export function dealtAnswers(language) {
  const start = el("span", { class: "quiet" });
  const rows = el("ol", { role: "list" });
  const node = el("aside", { class: "strip", "aria-hidden": "true" },
    el("h2", {}, t("yourAnswers"), start), rows, el("p", { class: "note" }, t("pressNumbers", { n: 5 })));

  // `all` is how many words there are of this length. The bars go by powers of ten.
  function update({ answers }, all) {
    const share = (words) => (100 * Math.log(words)) / Math.log(Math.max(2, all));
    start.textContent = t("atTheStart", { n: all });
    rows.replaceChildren(...answers.filter(({ words_before: before }) => before > 1).map((answer, index, { length }) => {
      const { letter, hit, positions, words_before: before, words_left: after } = answer;
      const [kept, lost] = [el("i", { class: "kept" }), el("i", { class: "lost" }, !hit && index === length - 1 && slash())];
      kept.style.inlineSize = `max(4px, ${share(after)}%)`;
      lost.style.inlineSize = `${share(before) - share(after)}%`;
      return el("li", { class: hit ? "right" : "wrong" },
        el("b", { lang: language }, capital(letter, language)),
        el("span", {}, hit ? t("yesAt", placed(positions)) : t("no")),
        el("span", { class: "left" }, number(after)),
        el("span", { class: "bar" }, kept, lost));
    }));
    node.scrollTop = node.scrollHeight;
  }

  return { node, update };
}
