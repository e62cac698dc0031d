// The card of a day's game that was played to its end.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { keep } from "../../service/web/static/results.js";
import { dayCard, lately } from "../../service/web/static/day_card.js";

const PLAYED = { id: "g", daily: "2026-11-22", misses: 8, hits: [true, false], word: "oak", pattern: "oak", left: 1 };

beforeEach(forget);

const stamps = (more) => texts(dayCard({ ...PLAYED, ...more }, ENGLISH), ".stamp");

test("two stamps say whether the dealer was caught, and whether it won", () => {
  assert.deepEqual(stamps({ claim: "cheated", honest: false, won: false }), ["Caught", "Hanged"]);
  const call = { nth: 2, left: 5 };
  assert.deepEqual(stamps({ claim: "cheated", call, honest: false, won: false }), ["Called", "Hanged"]); // the service counts it
  assert.deepEqual(stamps({ claim: "cheated", call, honest: true, won: false }), ["Accused", "Hanged"]);
  assert.deepEqual(stamps({ claim: "fair", honest: false, won: true }), ["Fooled", "Found"]);
  assert.deepEqual(stamps({ claim: "cheated", honest: true, won: false }), ["Accused", "Hanged"]);
  assert.deepEqual(stamps({ claim: "fair", honest: true, won: true }), ["Trusted", "Found"]);
  assert.deepEqual(stamps({ claim: "skipped", honest: true, won: true }), ["Found"]); // nothing was judged
});

const YESTERDAY = { ...PLAYED, claim: "cheated", honest: false, won: false };

test("before today's game, yesterday's and the days in a row are shown", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-23T12:00:00Z") });
  const said = (yesterday = YESTERDAY) => lately(yesterday, ENGLISH).map((line) => line.textContent);
  assert.deepEqual(said(null), []);
  assert.deepEqual(said(), ["Yesterday: OAK · Caught · Hanged"]);
  assert.deepEqual(said({ ...YESTERDAY, until: "2026-11-23T11:00:00Z" }), said()); // the service has deleted it
  const [line] = lately({ ...YESTERDAY, until: "2026-11-23T13:00:00Z" }, ENGLISH);
  assert.equal(line.querySelector("a").attributes.href, "#g");
  assert.match(line.textContent, / Look at it again$/);

  keep({ id: "g", day: "2026-11-22" });
  assert.equal(said()[0], "1 day in a row: keep it.");
  keep({ id: "another", day: "2026-11-23" });
  assert.equal(said()[0], "2 days in a row"); // today has a game already
});

test("what the dealer takes is red", () => {
  const card = dayCard({ ...PLAYED, claim: "cheated", honest: false, won: false }, ENGLISH);
  assert.deepEqual(texts(card, ".taken"), ["Hanged"]);
});
