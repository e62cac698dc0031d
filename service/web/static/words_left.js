// How many words are left, where that is shown: a number, and a bar that loses what the last answer threw away.

import { el, seen } from "./dom.js";
import { number, t } from "./language.js";
import { slash } from "./stroke.js";

// `all` is how many words there are of this length. The bar goes by powers of ten, so that the last ten are seen.
export function wordsLeft(all) {
  const fitted = []; // numbers of words, as far as this screen has seen them, the last one first
  const text = el("p", {});
  const [kept, lost] = [el("i", { class: "kept" }), el("i", { class: "lost" }, slash())];
  const node = el("div", { class: "words-left" }, text, seen("", { class: "bar" }, lost, kept));
  const share = (words) => Math.log(words) / Math.log(Math.max(2, all));
  let version = null;

  function update(game) {
    node.hidden = !game.insight;
    if (!game.insight || version === game.version) return;
    const words = game.insight.words_left;
    fitted.unshift(words);
    version = game.version;
    const [, before = words] = fitted;
    text.replaceChildren(t("wordsFit", { n: words }), " ", ...(before > words ? [el("s", {}, number(before))] : []));
    kept.style.inlineSize = `max(4px, ${100 * share(words)}%)`;
    lost.style.insetInlineStart = `${100 * share(words)}%`;
    lost.style.inlineSize = `${100 * (share(before) - share(words))}%`;
    lost.classList.toggle("struck-out", before > words && game.last_guess?.hit === false);
  }

  // “3,061 of 10,058 words left.”
  function said() {
    const [words, before = words] = fitted;
    return t("wordsLeft", { n: words, before });
  }

  return { node, update, said };
}
