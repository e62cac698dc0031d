// What each guess was worth, in words for everybody, and where the misses came from.

import { el } from "./dom.js";
import { decimal, t } from "./language.js";
import { capital } from "./pattern.js";

// Amounts of misses that have a name, as shares of one; a cost goes by the nearest.
const NAMED = [[0.05, "shade"], [0.1, "tenth"], [0.2, "fifth"], [0.25, "quarter"], [1 / 3, "third"],
  [0.5, "half"], [2 / 3, "twoThirds"], [0.75, "threeQuarters"], [1, "one"]];
const EXACT = 0.05; // misses: bounds that are closer are one number
const NOTHING = 0.25; // misses: less than that is a good letter

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

// Where the misses came from, folded: what the letters cost, and what the answers did.
export function breakdown(review, honest) {
  const rows = rowsOf(review, honest);
  const most = Math.max(1, ...rows.map(({ misses }) => Math.abs(misses)));
  return el("details", { class: "breakdown" },
    el("summary", {}, t("whereFrom")),
    el("dl", {},
      rows.map(({ key, misses, bounds, kind }) => el("div", {}, el("dt", {}, t(key)),
        el("dd", {}, measure(misses / most, kind), el("b", {}, missesOf(misses, isExact(bounds) ? "misses.of" : "misses.about")))))));
}

// They need not add up to the misses: even the best player has some, and the end spares some.
function rowsOf({ misses, misses_expected, misses_to_come, cost, bad_luck, guesses }, honest) {
  const letters = guesses.filter(({ cost }) => cost).reduce((sum, guess) => sum + estimate(guess), 0);
  const answers = tenths(misses - misses_expected.upper - letters + misses_to_come.upper);
  return [
    { key: "fromLetters", misses: tenths(letters), bounds: cost, kind: "ink" },
    { key: answersKey(answers, honest), misses: answers, bounds: bad_luck, kind: honest ? "" : "taken" },
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
