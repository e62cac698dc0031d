// What each guess was worth, in words for everybody, and where the misses came from.

import { el } from "./dom.js";
import { decimal, t } from "./language.js";
import { capital } from "./pattern.js";

// Amounts of misses that have a name, as shares of one; a cost goes by the nearest.
const NAMED = [[0.25, "quarter"], [1 / 3, "third"], [0.5, "half"],
  [2 / 3, "twoThirds"], [0.75, "threeQuarters"], [1, "one"]];
const NOTHING = 0.25; // misses: less than that is a good letter

// The sentence on a guess, or null: a wasted one has been told of already.
export function verdict(guess, language) {
  const { verdict: said, best_letters: best, letter, cost } = guess;
  if (cost === null || best.length === 0 || said === "wasted" || said === "repeated") return null;
  if (said === "best") return praise(best, letter, language);
  if (cost < NOTHING || best[0].letter === letter) return el("p", {}, t("goodLetter"));
  const values = { letter: capital(best[0].letter, language), amount: amount(cost) };
  return el("p", { class: said === "costly" ? "costly" : null }, t("better", values));
}

function praise(best, letter, language) {
  const equal = best.find((one) => one.letter !== letter && one.misses_expected - best[0].misses_expected < 0.005);
  return el("p", {}, equal ? t("asGoodAs", { letter: capital(equal.letter, language) }) : t("bestLetter"));
}

// “half a miss”: the nearest amount that has a name; of more than one, a number of misses.
export function amount(misses) {
  if (misses > 1.25) return missesOf(misses);
  const [, name] = NAMED.reduce((best, next) =>
    Math.abs(next[0] - misses) < Math.abs(best[0] - misses) ? next : best);
  return t(`amount.${name}`);
}

// Where the misses came from, folded: what the letters cost, and what the answers did; null if that is not known.
export function breakdown(review, honest) {
  if (review.cost === null || review.bad_luck === null) return null;
  const rows = rowsOf(review, honest);
  const most = Math.max(1, ...rows.map(({ misses }) => Math.abs(misses)));
  return el("details", { class: "breakdown" },
    el("summary", {}, t("whereFrom")),
    el("dl", {},
      rows.map(({ key, misses, kind }) => el("div", {}, el("dt", {}, t(key)),
        el("dd", {}, measure(misses / most, kind), el("b", {}, missesOf(misses)))))));
}

// They add up to the misses, as they are rounded, too: what the answers did is the rest.
function rowsOf({ misses, misses_expected, misses_to_come, cost }, honest) {
  const [start, letters, spared] = [misses_expected, cost, -misses_to_come].map(tenths);
  const answers = tenths(misses - start - letters - spared);
  return [
    { key: "fromStart", misses: start, kind: "" },
    { key: "fromLetters", misses: letters, kind: "ink" },
    { key: answersKey(answers, honest), misses: answers, kind: honest ? "" : "taken" },
    { key: "fromEnd", misses: spared, kind: "" },
  ].filter(({ key, misses: part }) => key !== "fromEnd" || part);
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

const missesOf = (misses) => t("misses.of", { n: tenths(misses), misses: decimal(misses) });
