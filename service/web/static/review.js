// What each guess was worth, in words for everybody, and where the misses came from.

import { el } from "./dom.js";
import { decimal, t } from "./language.js";
import { capital } from "./pattern.js";

// Amounts of misses that have a name, as shares of one; a cost goes by the nearest.
const NAMED = [[0.05, "shade"], [0.1, "tenth"], [0.2, "fifth"], [0.25, "quarter"], [1 / 3, "third"],
  [0.5, "half"], [2 / 3, "twoThirds"], [0.75, "threeQuarters"], [1, "one"]];
const EXACT = 0.05; // misses: bounds that are closer are one number
const NOTHING = 0.02; // misses: nobody sees such a cost

// Not all positions can be searched to their end. What a strong guesser needs from there on, the
// upper bound, is near the truth; and these estimates add up, as the exact numbers do.
const estimate = ({ misses_expected: own, best_misses_expected: best }) => own.upper - best.upper;
const isExact = ({ lower, upper }) => upper - lower < EXACT;

// The sentence on a guess, or null: a wasted one has been told of already.
export function verdict(guess, language) {
  const { verdict: said, best_letters: best, letter } = guess;
  if (!guess.cost || best.length === 0 || said === "wasted" || said === "repeated") return null;
  if (said === "best") return praise(best, letter, language);
  const cost = estimate(guess);
  if (cost < NOTHING || best[0].letter === letter) return el("p", {}, t("goodLetter"));
  const values = { letter: capital(best[0].letter, language), amount: amount(cost) };
  const key = isExact(guess.cost) || cost < NAMED[1][0] ? "better" : "betterAbout"; // a shade is about
  return el("p", { class: said === "costly" ? "costly" : null }, t(key, values));
}

function praise(best, letter, language) {
  const needed = (one) => one.misses_expected.upper;
  const equal = best.find((one) => one.letter !== letter && needed(one) - needed(best[0]) < 0.005);
  return el("p", {}, equal ? t("asGoodAs", { letter: capital(equal.letter, language) }) : t("bestLetter"));
}

// “half a miss”: the nearest amount that has a name; of more than one, a number of misses.
export function amount(misses) {
  if (misses > 1.25) return missesOf(misses);
  const [, name] = NAMED.reduce((best, next) =>
    Math.abs(next[0] - misses) < Math.abs(best[0] - misses) ? next : best);
  return t(`amount.${name}`);
}

// Where the misses came from, as rows that add up to the misses that were made.
export function breakdown(review, honest) {
  const rows = rowsOf(review, honest);
  const most = Math.max(1, ...rows.map(({ misses }) => Math.abs(misses)));
  const isSpared = rows.some(({ key }) => key === "fromEnd");
  return el("section", { class: "breakdown" },
    el("h3", {}, t("whereFrom")),
    el("dl", {},
      rows.map(({ key, misses, bounds, kind }) => el("div", {}, el("dt", {}, t(key)),
        el("dd", {}, measure(misses / most, kind), el("b", {}, missesOf(misses, isExact(bounds) ? "misses.of" : "misses.about"))))),
      el("div", { class: "sum" }, el("dt", {}, t("allMisses")), el("dd", {}, el("b", {}, t("misses.n", { n: review.misses }))))),
    isSpared && el("p", { class: "note" }, t("endSpared")),
    rows.some(({ bounds }) => !isExact(bounds)) && el("p", { class: "note" }, t("about")));
}

// What even the best player misses; what the letters cost; what the answers cost; and, if the game
// was lost, what the best player would have missed from there on, which was never made.
function rowsOf({ misses, misses_expected, misses_to_come, cost, bad_luck, guesses }, honest) {
  const best = tenths(misses_expected.upper);
  const letters = tenths(guesses.filter(({ cost }) => cost).reduce((sum, guess) => sum + estimate(guess), 0));
  const spared = tenths(-misses_to_come.upper);
  const answers = tenths(misses - best - letters - spared); // the rest, so the rows add up
  return [
    { key: "fromWords", misses: best, bounds: misses_expected, kind: "" },
    { key: "fromLetters", misses: letters, bounds: cost, kind: "ink" },
    { key: answersKey(answers, honest), misses: answers, bounds: bad_luck, kind: honest ? "" : "taken" },
    ...(spared ? [{ key: "fromEnd", misses: spared, bounds: misses_to_come, kind: "" }] : []),
  ];
}

function answersKey(misses, honest) {
  if (honest) return misses < 0 ? "fromGoodLuck" : "fromLuck";
  return misses < 0 ? "fromKindCheating" : "fromCheating";
}

const tenths = (misses) => Math.round(10 * misses) / 10 + 0; // + 0: no -0

function measure(share, kind) {
  const filled = el("span", { class: `amount ${kind}`, "aria-hidden": "true" }, el("span", {}));
  filled.firstChild.style.inlineSize = `${100 * Math.abs(share)}%`;
  filled.classList.toggle("saved", share < 0);
  return filled;
}

const missesOf = (misses, key = "misses.of") => t(key, { n: tenths(misses), misses: decimal(misses) });
