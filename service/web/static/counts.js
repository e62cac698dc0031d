// What a game counts: the misses that are left and, if the player asked for it, the words that fit.

import { el, seen } from "./dom.js";
import { number, t } from "./language.js";
import { ENDLESS, tallies } from "./misses.js";

const SHOWN_BEFORE = 2; // earlier numbers of words, crossed out

const missesText = ({ misses, max_misses: most, remaining_guesses: left }) =>
  most === ENDLESS ? t("missesSoFar", { n: misses }) : t("missesLeft", { n: left });
const wordsText = ({ insight }) => t("wordsFit", { n: insight.words_left });

export const countsText = (game) =>
  [missesText(game), game.insight && wordsText(game)].filter(Boolean).join(". ");

export function counts() {
  const node = el("div", { class: "counts" });
  const fitted = []; // numbers of words, as far as this screen has seen them, the last one first

  function update(game) {
    const words = game.insight?.words_left;
    if (game.insight && fitted[0] !== words) fitted.unshift(words);
    const before = fitted.slice(1, 1 + SHOWN_BEFORE).map((earlier) => el("s", {}, number(earlier)));
    node.replaceChildren(...[
      tallies(game),
      el("p", {}, missesText(game)),
      game.insight && el("p", {}, wordsText(game), " ", seen("", { class: "before" }, before)),
    ].filter(Boolean));
  }

  return { node, update };
}
