// Was it cheating? The question at the end of a game, how often this device was right in its last mystery games, and the
// points of its calls.

import { WRONG } from "./call.js";
import { el, seen, svg } from "./dom.js";
import { t } from "./language.js";
import { ENDLESS } from "./misses.js";
import { setting } from "./settings.js";

export const CLAIMS = ["cheated", "fair"]; // also by the keys 1 and 2
export const SKIPPED = "skipped";
const KEPT = 20; // games
const SIGNS = 6;
const TICK = "M3 12C6 14 8 17 9 19C11 13 15 7 20 3";
const CROSS = "M5 6C10 10 14 14 18 18M18 5C14 9 9 14 5 18";

// Asks once; `answered` is told “cheated”, “fair” or “skipped”.
export function question(answered, signal) {
  const listening = new AbortController();
  const claim = (said) => {
    listening.abort();
    answered(said);
  };
  const press = ({ key, ctrlKey, metaKey, altKey, target }) => {
    const said = !ctrlKey && !metaKey && !altKey && setting("typing") && !target.closest("dialog") && CLAIMS[key - 1];
    if (said) claim(said);
  };
  document.addEventListener("keydown", press, { signal: listening.signal });
  signal.addEventListener("abort", () => listening.abort(), { signal: listening.signal });
  const button = (said, index) =>
    el("button", { type: "button", "aria-keyshortcuts": setting("typing") && index + 1, click: () => claim(said) },
      t(`claim.${said}`), setting("typing") && seen(String(index + 1), { class: "shortcut" }));
  return el("fieldset", { class: "question" },
    el("legend", {}, t("wasItCheating")),
    el("div", { class: "pair" }, CLAIMS.map(button)),
    el("button", { type: "button", class: "link", click: () => claim(SKIPPED) }, t("justShowMe")));
}

export const isRight = (claim, honest) => claim === (honest ? "fair" : "cheated");

// The judged games that count, at most twenty: none that showed how many words were left.
export const judged = (results) =>
  results.filter(({ claim, shown }) => CLAIMS.includes(claim) && !shown).slice(-KEPT);

// The points of a call, for each miss that the player still had; a verdict at the end has none.
export function pointsOf({ call, max_misses: most, claim, honest }) {
  if (!call || most === ENDLESS) return 0;
  return isRight(claim, honest) ? call.left : -WRONG * call.left;
}

export function scoreOf(results) {
  const games = judged(results);
  const signs = games.map(({ claim, honest }) => isRight(claim, honest));
  const runs = signs.reduce((all, right) => (right ? [...all.slice(0, -1), all.at(-1) + 1] : [...all, 0]), [0]);
  const points = games.reduce((sum, game) => sum + pointsOf(game), 0);
  const calls = games.filter(({ call }) => call).length;
  return { right: signs.filter(Boolean).length, all: signs.length, run: Math.max(...runs), calls, points, signs };
}

// How often the claims were right: of cheats, and of fair dealers.
export function tally(results) {
  const of = (dealt) => {
    const games = judged(results).filter(({ honest }) => honest === dealt);
    return { right: games.filter(({ claim }) => isRight(claim, dealt)).length, all: games.length };
  };
  return { cheats: of(false), fairDealers: of(true) };
}

// “Right 4 of 6 · best run 3 · 5 points for calls”, and the latest as signs; null before the first.
export function scoreLine(results) {
  const { right, all, run, calls, points, signs } = scoreOf(results);
  if (!all) return null;
  const words = [t("calledRight", { right, all }), t("bestRun", { run }), ...(calls ? [t("points", { n: points })] : [])];
  return el("div", { class: "score" },
    el("p", {}, words.join(" · ")),
    seen(all > SIGNS ? t("theLast", { n: SIGNS }) : "", { class: "signs" }, signs.slice(-SIGNS).map(sign)));
}

const sign = (right) =>
  svg("svg", { viewBox: "0 0 23 22", class: right ? "right" : "wrong" }, svg("path", { d: right ? TICK : CROSS, pathLength: 1 }));
