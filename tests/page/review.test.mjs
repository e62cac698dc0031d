// What each guess was worth, in words, and where the misses came from.

import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { breakdown, verdict } from "../../service/web/static/review.js";

// A guess as a review has it.
function guess(letter, best, verdict, cost) {
  const second = { letter: "n", misses_expected: letter === "a" ? 1 : 2 };
  return { letter, verdict, cost, best_letters: [{ letter: best, misses_expected: 1 }, second] };
}

const SENTENCES = [
  [guess("e", "e", "best", 0), "The best letter there was."],
  [guess("i", "i", "good", 0.01), "A good letter."],
  [guess("i", "o", "good", 0.01), "A good letter."],
  [guess("i", "i", "good", 0.3), "A good letter."],
  [guess("a", "a", "best", 0), "As good as the best letter, N."],
  [guess("o", "l", "good", 0.04), "A good letter."],
  [guess("n", "u", "costly", 0.26), "The letter U was better, by 0.3 misses."],
  [guess("r", "u", "costly", 0.5), "The letter U was better, by 0.5 misses."],
  [guess("t", "u", "costly", 1.4), "The letter U was better, by 1.4 misses."],
  [guess("s", "u", "wasted", 1), undefined],
  [guess("s", "u", "repeated", 0), undefined],
  [{ ...guess("s", "u", "costly", 1), cost: null }, undefined],
  [{ ...guess("s", "u", "costly", 1), best_letters: [] }, undefined],
];
const REVIEW = { misses: 6, misses_to_come: 0.94, misses_expected: 1.64, cost: 3.46, bad_luck: 1.84 };

const rows = (node) => node.querySelector("dl").children.map(({ textContent }) => textContent);

test("each guess has a sentence about its cost", () => {
  for (const [guess, sentence] of SENTENCES) assert.equal(verdict(guess, ENGLISH)?.textContent, sentence);
});

test("a costly guess is marked", () => {
  const marked = SENTENCES.map(([guess]) => verdict(guess, ENGLISH)).filter((node) => node?.classList.contains("costly"));

  assert.equal(marked.length, 3);
});

test("the parts that the misses came from add up to them", () => {
  const node = breakdown(REVIEW, false);

  assert.deepEqual(rows(node), ["With the best letters1.6 misses", "Your letters3.5 misses", "Its cheating1.8 misses", "Spared by the end−0.9 misses"]);
  assert.match(rows(breakdown(REVIEW, true))[2], /^Bad luck/);
});

test("answers that spared misses are named as help", () => {
  const lucky = { misses: 0, misses_to_come: 0, misses_expected: 2.24, cost: 0, bad_luck: -2.24 };

  assert.equal(rows(breakdown(lucky, false))[2], "Its cheating helped−2.2 misses");
  assert.match(rows(breakdown(lucky, true))[2], /^Good luck/);
});

test("nothing is said where the numbers are not known", () => {
  assert.equal(breakdown({ cost: null, bad_luck: null }, false), null);
});
