// What each guess was worth, in words for everybody, and where the misses came from.

import { el } from "./dom.js";
import { decimal, t } from "./language.js";
import { capital } from "./pattern.js";

// Amounts of misses that have a name, as shares of one; a cost goes by the nearest.
const NAMED = [[0.05, "shade"], [0.1, "tenth"], [0.2, "fifth"], [0.25, "quarter"], [1 / 3, "third"],
  [0.5, "half"], [2 / 3, "twoThirds"], [0.75, "threeQuarters"], [1, "one"]];
const NOTHING = 0.005;

// The sentence on a guess, or null: a wasted one has been told of already.
export function verdict({ verdict: said, cost, best_letters: best, letter }, language) {
  if (!cost || said === "wasted" || said === "repeated" || best.length === 0) return null;
  const other = best.find((one) => one.letter !== letter);
  if (said === "best" || cost.upper < NOTHING) {
    const isEqual = other && other.misses_expected.upper - best[0].misses_expected.lower < NOTHING;
    return sentence(isEqual ? "asGoodAs" : "bestLetter", other);
  }
  const values = { letter: capital(best[0].letter, language), amount: amount(cost.lower) };
  if (cost.lower < NOTHING) return el("p", {}, t("mayBeBetter", values));
  const key = cost.upper - cost.lower < NOTHING ? "better" : "betterAtLeast";
  return el("p", { class: said === "costly" ? "costly" : null }, t(key, values));

  function sentence(key, one) {
    return el("p", {}, t(key, { letter: one ? capital(one.letter, language) : "" }));
  }
}

// “half a miss”: the nearest amount that has a name, else a number of misses.
export function amount(misses) {
  const [nearest, name] = NAMED.reduce((best, next) =>
    Math.abs(next[0] - misses) < Math.abs(best[0] - misses) ? next : best);
  return Math.abs(nearest - misses) <= 0.25 * nearest ? t(`amount.${name}`) : missesOf(misses);
}

// Misses that even the best player makes, those of the letters, and those of the answers.
export function reckoning(review, honest) {
  const luck = middle(review.luck);
  const rows = [
    ["fromWords", middle(review.misses_expected), ""],
    ["fromLetters", middle(review.skill), "ink"],
    [honest ? (luck < 0 ? "fromGoodLuck" : "fromLuck") : "fromCheating", luck, honest ? "" : "taken"],
  ];
  const most = Math.max(1, ...rows.map(([, misses]) => Math.abs(misses)));
  return el("section", { class: "reckoning" },
    el("h3", {}, t("whereFrom")),
    el("dl", {}, rows.map(([key, misses, kind]) => el("div", {},
      el("dt", {}, t(key)), el("dd", {}, measure(misses / most, kind), el("b", {}, missesOf(misses)))))),
    !isExact(review) && el("p", { class: "note" }, t("about")));
}

function measure(share, kind) {
  const filled = el("span", { class: `amount ${kind}`, "aria-hidden": "true" }, el("span", {}));
  filled.firstChild.style.inlineSize = `${100 * Math.abs(share)}%`;
  filled.classList.toggle("saved", share < 0);
  return filled;
}

const middle = ({ lower, upper }) => (lower + upper) / 2;
const isExact = ({ skill, luck }) => [skill, luck].every(({ lower, upper }) => upper - lower < 0.05);
const missesOf = (misses) => t("misses.of", { n: Math.round(10 * misses) / 10, misses: decimal(misses) });
