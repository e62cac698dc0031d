// “Was it cheating?”: the question at the end of a game, how often the player's verdicts were right in the last mystery
// games on this device, and their points.

import { WRONG } from "./call.js";
import { el, silent, svg } from "./dom.js";
import { t } from "./language.js";
import { ENDLESS } from "./misses.js";
import { setting } from "./settings.js";

export const CLAIMS = ["cheated", "fair"]; // also by the keys 1 and 2
export const SKIPPED = "skipped";
const MOST_JUDGED = 20; // games
const SIGNS = 6;
const TICK = "M3 12C6 14 8 17 9 19C11 13 15 7 20 3";
const CROSS = "M5 6C10 10 14 14 18 18M18 5C14 9 9 14 5 18";

// The form of the question. It calls `answered` once, with “cheated”, “fair” or “skipped”.
export function question(answered, signal) {
  const listening = new AbortController();
  const answer = (claim) => {
    listening.abort();
    answered(claim);
  };
  const press = ({ key, ctrlKey, metaKey, altKey, target }) => {
    const claim = !ctrlKey && !metaKey && !altKey && setting("typing") && !target.closest("dialog") && CLAIMS[key - 1];
    if (claim) answer(claim);
  };
  document.addEventListener("keydown", press, { signal: listening.signal });
  signal.addEventListener("abort", () => listening.abort(), { signal: listening.signal });
  const button = (claim, index) =>
    el("button", { type: "button", "aria-keyshortcuts": setting("typing") && index + 1, click: () => answer(claim) },
      t(`claim.${claim}`), setting("typing") && silent(String(index + 1), { class: "shortcut" }));
  return el("fieldset", { class: "question" },
    el("legend", {}, t("wasItCheating")),
    el("div", { class: "pair" }, CLAIMS.map(button)),
    el("button", { type: "button", class: "link", click: () => answer(SKIPPED) }, t("justShowMe")));
}

export const isRight = (claim, honest) => claim === (honest ? "fair" : "cheated");

// The judged games that count: the last 20 of those that did not show how many words were left.
export const judged = (results) =>
  results.filter(({ claim, shown }) => CLAIMS.includes(claim) && !shown).slice(-MOST_JUDGED);

// The points of a game: for an early call, which depend on the misses that were left, less one for each hint; a verdict at
// the end earns none.
export function pointsOf({ call, max_misses: most, claim, honest, hints = 0 }) {
  if (most === ENDLESS) return 0;
  const called = call ? (isRight(claim, honest) ? 1 : -WRONG) * call.left : 0;
  return called - hints;
}

export function scoreOf(results) {
  const games = judged(results);
  const signs = games.map(({ claim, honest }) => isRight(claim, honest));
  const runs = signs.reduce((all, right) => (right ? [...all.slice(0, -1), all.at(-1) + 1] : [...all, 0]), [0]);
  const points = games.reduce((sum, game) => sum + pointsOf(game), 0);
  const hasPoints = games.some(({ call, hints }) => call || hints);
  return { right: signs.filter(Boolean).length, all: signs.length, run: Math.max(...runs), hasPoints, points, signs };
}

// How many claims were right, for cheats and for fair dealers.
export function tally(results) {
  const count = (isHonest) => {
    const games = judged(results).filter(({ honest }) => honest === isHonest);
    return { right: games.filter(({ claim }) => isRight(claim, isHonest)).length, all: games.length };
  };
  return { cheats: count(false), fairDealers: count(true) };
}

// “Right 4 of 6 · best run 3 · 5 points”, and ticks and crosses for the last six; null before the first.
export function scoreLine(results) {
  const { right, all, run, hasPoints, points, signs } = scoreOf(results);
  if (!all) return null;
  const words = [t("calledRight", { right, all }), t("bestRun", { run }), ...(hasPoints ? [t("points", { n: points })] : [])];
  return el("div", { class: "score" },
    el("p", {}, words.join(" · ")),
    silent(all > SIGNS ? t("theLast", { n: SIGNS }) : "", { class: "signs" }, signs.slice(-SIGNS).map(sign)));
}

const sign = (right) =>
  svg("svg", { viewBox: "0 0 23 22", class: right ? "right" : "wrong" }, svg("path", { d: right ? TICK : CROSS, pathLength: 1 }));
