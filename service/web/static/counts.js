// What a game counts: the misses that are left.

import { el } from "./dom.js";
import { t } from "./language.js";
import { ENDLESS, tallies } from "./misses.js";

export const countsText = ({ misses, max_misses: most, remaining_guesses: left }) =>
  most === ENDLESS ? t("missesSoFar", { n: misses }) : t("missesLeft", { n: left });

export function counts() {
  const node = el("div", { class: "counts" });
  const update = (game) => node.replaceChildren(...[tallies(game), el("p", {}, countsText(game))].filter(Boolean));
  return { node, update };
}
