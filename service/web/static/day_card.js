// The card of a day's game that this device has played to its end: how it went, and a button to share it.

import { CLAIMS } from "./accusation.js";
import { wordsOf } from "./choices.js";
import { dayBefore } from "./daily.js";
import { el, silent, svg } from "./dom.js";
import { number, t } from "./language.js";
import { pattern } from "./pattern.js";
import { countedResults } from "./results.js";
import { openShare, squares, story } from "./share.js";
import { dayOf, daysInARow } from "./totals.js";

const FIVE = 5;

// `played` is the result of a day's game; `all`: the dictionaries.
export function dayCard(played, all) {
  const writing = writingOf(played, all);
  const { honest, hits, left, won, misses } = played;
  const game = { ...played, writing, status: won ? "won" : "lost" };
  const confession = { honest, steps: hits.map((hit) => ({ hit })) };
  const end = won && t("shareWon", { n: misses }); // that it was lost is stamped on it
  const why = honest ? t("hadItAllAlong") : !won && left > 1 && t("stillFitting", { n: left });
  const days = daysInARow(countedResults());
  return el("div", { class: honest ? "finished fair" : "finished" },
    el("div", { class: "word" }, pattern(game)),
    squares(story(game, confession, played)),
    stamps(stampsOf(played)),
    el("p", {}, [end, why].filter(Boolean).join(" ")),
    el("div", { class: "pair" },
      el("button", { type: "button", class: "main", click: () => openShare(game, confession, played) }, t("share")),
      el("a", { class: "button", href: `#${played.id}` }, t("howItWent"))),
    days > 1 && el("p", { class: "streak" }, strokes(Math.min(days, 2 * FIVE)), inARow(days)));
}

const writingOf = (played, all) => wordsOf(played, all).dictionary.writing;

// “3 days in a row”
export const inARow = (days) => `${number(days)} ${t("daysInARow")}`;

// Before today's game: how many days in a row there have been games, and the word and the end of yesterday's, if this device
// has played it, with a link as long as the service keeps that game.
export function lately(day, all) {
  const yesterday = countedResults().findLast(({ daily, word }) => daily === dayBefore(day.date) && word);
  const days = daysInARow(countedResults());
  const isKept = countedResults().some(({ day }) => day === dayOf(new Date()));
  const streak = isKept ? inARow(days) : t("keepTheStreak", { n: days });
  return [
    days > (isKept ? 1 : 0) && el("p", { class: "streak" }, strokes(Math.min(days, 2 * FIVE)), streak),
    yesterday && el("p", { class: "note" }, howYesterdayWent(yesterday, writingOf(yesterday, all)),
      Date.parse(yesterday.until) > Date.now() && [" ", el("a", { href: `#${yesterday.id}` }, t("lookAgain"))]),
  ].filter(Boolean);
}

// “Yesterday: OAK · Caught · Hanged”
const howYesterdayWent = ({ word, ...result }, writing) =>
  [t("yourYesterday", { word: writing.capitals(word) }), ...stampsOf(result).map((name) => t(`stamp.${name}`))].join(" · ");

// “Caught” and “Hanged”: whether the dealer fooled the player, and whether it won, are two things.
const stamps = (names) => el("ul", { class: "stamps", role: "list" }, names.map((name) =>
  el("li", { class: name === "lost" ? "stamp taken" : "stamp" }, t(`stamp.${name}`))));

function stampsOf({ claim, call, honest, won }) {
  const judged = call && !honest ? "called" : claim;
  return [CLAIMS.includes(claim) && `${judged}.${honest ? "fair" : "cheat"}`, won ? "won" : "lost"].filter(Boolean);
}

// A tally of days: every fifth stroke crosses the four before it.
function strokes(days) {
  const mark = (_, index) => (index % FIVE === FIVE - 1 ? `M${9 * index - 34} 20L${9 * index + 2} 6` : `M${4 + 9 * index} 4v18`);
  const width = 9 * days + 4;
  return silent("", { class: "tallies" },
    svg("svg", { viewBox: `0 0 ${width} 26`, width, height: 26 }, svg("path", { d: Array.from({ length: days }, mark).join("") })));
}
