// The card of a day's game that this device has played to its end: how it went, and a button to share it.

import { CLAIMS } from "./accusation.js";
import { el, silent, svg } from "./dom.js";
import { number, t } from "./language.js";
import { pattern } from "./pattern.js";
import { countedResults } from "./results.js";
import { openShare, squares, story } from "./share.js";
import { totals } from "./totals.js";

const FIVE = 5;

// `played` is the result of the game, in words that have this `writing`.
export function dayCard(played, writing) {
  const { honest, claim, hits, left, won, misses } = played;
  const game = { ...played, writing, status: won ? "won" : "lost" };
  const confession = { honest, steps: hits.map((hit) => ({ hit })) };
  const end = won && t("shareWon", { n: misses }); // that it was lost is stamped on it
  const why = honest ? t("hadItAllAlong") : !won && left > 1 && t("stillFitting", { n: left });
  const { days } = totals(countedResults(), new Date());
  return el("div", { class: honest ? "finished fair" : "finished" },
    el("div", { class: "word" }, pattern(game)),
    squares(story(game, confession, played)),
    stamps(claim, honest, won),
    el("p", {}, [end, why].filter(Boolean).join(" ")),
    el("div", { class: "pair" },
      el("button", { type: "button", class: "main", click: () => openShare(game, confession, played) }, t("share")),
      el("a", { class: "button", href: `#${played.id}` }, t("howItWent"))),
    days > 1 && el("p", { class: "streak" }, strokes(Math.min(days, 2 * FIVE)), `${number(days)} ${t("daysInARow", { n: days })}`));
}

// “Caught” and “Hanged”: whether the dealer fooled the player, and whether it won, are two things.
function stamps(claim, honest, won) {
  const names = [CLAIMS.includes(claim) && `${claim}.${honest ? "fair" : "cheat"}`, won ? "won" : "lost"];
  return el("ul", { class: "stamps", role: "list" }, names.filter(Boolean).map((name) =>
    el("li", { class: name === "lost" ? "stamp taken" : "stamp" }, t(`stamp.${name}`))));
}

// A tally of days: every fifth stroke crosses the four before it.
function strokes(days) {
  const mark = (_, index) => (index % FIVE === FIVE - 1 ? `M${9 * index - 34} 20L${9 * index + 2} 6` : `M${4 + 9 * index} 4v18`);
  const width = 9 * days + 4;
  return silent("", { class: "tallies" },
    svg("svg", { viewBox: `0 0 ${width} 26`, width, height: 26 }, svg("path", { d: Array.from({ length: days }, mark).join("") })));
}
