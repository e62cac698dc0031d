// The card of a day's game that was played to its end.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { dayCard } from "../../service/web/static/day_card.js";

const PLAYED = { id: "g", daily: "2026-11-22", misses: 8, hits: [true, false], word: "oak", pattern: "oak", left: 1 };

beforeEach(forget);

const stamps = (more) => texts(dayCard({ ...PLAYED, ...more }, ENGLISH), ".stamp");

test("two stamps say whether the dealer was caught, and whether it won", () => {
  assert.deepEqual(stamps({ claim: "cheated", honest: false, won: false }), ["Caught", "Hanged"]);
  assert.deepEqual(stamps({ claim: "fair", honest: false, won: true }), ["Fooled", "Found"]);
  assert.deepEqual(stamps({ claim: "cheated", honest: true, won: false }), ["Accused", "Hanged"]);
  assert.deepEqual(stamps({ claim: "fair", honest: true, won: true }), ["Trusted", "Found"]);
  assert.deepEqual(stamps({ claim: "skipped", honest: true, won: true }), ["Found"]); // nothing was judged
});

test("what the dealer takes is red", () => {
  const card = dayCard({ ...PLAYED, claim: "cheated", honest: false, won: false }, ENGLISH);
  assert.deepEqual(texts(card, ".taken"), ["Hanged"]);
});
