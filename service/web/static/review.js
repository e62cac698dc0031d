// What each guess was worth, in plain words, and where the misses came from.

import { el } from "./dom.js";
import { decimal, t } from "./language.js";

const NOTHING = 0.25; // misses: a letter that costs less is a good one

// The sentence about a guess. Null if there is no cost, or if the guess was wasted: its sheet says that already.
export function verdict(guess, writing) {
  const { verdict: grade, best_letters: best, letter, cost } = guess;
  if (cost === null || best.length === 0 || grade === "wasted" || grade === "repeated") return null;
  if (grade === "best") return praise(best, letter, writing);
  if (cost < NOTHING || best[0].letter === letter) return el("p", {}, t("goodLetter"));
  const values = { letter: writing.capitals(best[0].letter), amount: missesOf(cost) };
  return el("p", { class: grade === "costly" ? "costly" : null }, t("better", values));
}

function praise(best, letter, writing) {
  const equal = best.find((other) => other.letter !== letter && other.misses_expected - best[0].misses_expected < 0.005);
  return el("p", {}, equal ? t("asGoodAs", { letter: writing.capitals(equal.letter) }) : t("bestLetter"));
}

// Where the misses came from, folded: from the letters and from the answers. Null if that is not known.
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

// The rows also add up to the misses after they are rounded: that of the answers is the rest.
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
