// The number of words left, if the game shows it, and a bar that marks those that the last answer threw away.

import { rememberedAnswers } from "./answers.js";
import { el, silent } from "./dom.js";
import { number, t } from "./language.js";
import { slash } from "./stroke.js";

// `all` is how many words there are of this length. The bar is to scale; its last words are a sliver.
export function wordsLeft(all) {
  let [words, before] = []; // numbers of words now and before the last answer, which may be unknown
  const text = el("p", {});
  const [rest, lost] = [el("i", { class: "kept" }), el("i", { class: "lost" }, slash())];
  const node = el("div", { class: "words-left" }, text, silent("", { class: "bar" }, lost, rest));
  const share = (words) => words / all;
  let version = null;

  function update(game) {
    node.hidden = !game.insight;
    if (!game.insight || version === game.version) return;
    before = words ?? wordsBefore(game, all);
    words = game.insight.words_left;
    version = game.version;
    text.replaceChildren(t("wordsFit", { n: words }), " ", ...(before > words ? [el("s", {}, number(before))] : []));
    rest.style.inlineSize = `max(4px, ${100 * share(words)}%)`;
    lost.style.insetInlineStart = `${100 * share(words)}%`;
    lost.style.inlineSize = `${100 * (share(before ?? words) - share(words))}%`;
    lost.classList.toggle("struck-out", before > words && game.last_guess?.hit === false);
  }

  // “3,061 of 10,058 words left.” In red if a miss threw words away.
  function sentence(isHit) {
    const text = before === undefined ? `${t("wordsFit", { n: words })}.` : t("wordsLeft", { n: words, before });
    const isRed = !isHit && before !== words;
    return el("span", { class: isRed ? "red" : "quiet" }, before === words ? t("noneGone") : text);
  }

  return { node, update, sentence };
}

// The number of words before the last answer, as this device remembers it.
function wordsBefore({ id, version }, all) {
  const [, answers] = rememberedAnswers(id);
  return version <= 2 ? all : answers?.[version - 3]?.left;
}
