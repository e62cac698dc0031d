// The card of a day's game that was played to its end.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { keep } from "../../service/web/static/results.js";
import { nextIn } from "../../service/web/static/daily.js";
import { dayCard, lately } from "../../service/web/static/day_card.js";

const PLAYED = { id: "g", daily: "2026-11-22", dictionary: "en", misses: 8, hits: [true, false], word: "oak", pattern: "oak", left: 1 };

const DAY = { date: "2026-11-23", dictionary: "en", length: 3 };
const ALL = [{ name: "he", lengths: [], writing: null }, { name: "en", lengths: [], writing: ENGLISH }];

beforeEach(forget);

const stamps = (more) => texts(dayCard({ ...PLAYED, ...more }, ALL), ".stamp");

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
  const said = () => lately(DAY, ALL).map((line) => line.textContent);
  const streak = (day) => (keep({ id: day, day }), said()[0]);
  assert.deepEqual(said(), []);
  keep(YESTERDAY);
  assert.deepEqual(said(), ["Yesterday: OAK · Caught · Hanged"]);
  keep({ ...YESTERDAY, until: "2026-11-23T11:00:00Z" });
  assert.deepEqual(said(), ["Yesterday: OAK · Caught · Hanged"]); // the service has deleted it
  keep({ ...YESTERDAY, until: "2026-11-23T13:00:00Z" });
  const [line] = lately(DAY, ALL);
  assert.equal(line.querySelector("a").attributes.href, "#g");
  assert.match(line.textContent, / Look at it again$/);

  assert.equal(streak("2026-11-22"), "1 day in a row: keep it.");
  assert.equal(streak("2026-11-23"), "2 days in a row"); // today has a game already
});

test("the first day is no row of days", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-23T12:00:00Z") });
  keep({ id: "practice", day: "2026-11-23" });
  assert.deepEqual(lately(DAY, ALL), []);
});

test("the time until the next game is shown if the clock of this device can be right", (context) => {
  const now = Date.parse("2026-11-23T12:00:00Z");
  context.mock.timers.enable({ apis: ["Date"], now });
  assert.deepEqual([5, 24, 25, -1].map((hours) => nextIn(now + 3_600_000 * hours)), ["Next in 5 h 0 min", "Next in 24 h 0 min", "", ""]);
});

test("what the dealer takes is red", () => {
  const card = dayCard({ ...PLAYED, claim: "cheated", honest: false, won: false }, ALL);
  assert.deepEqual(texts(card, ".taken"), ["Hanged"]);
});
