// How often a device judged its mystery games right, and what a call is worth.

import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "./browser.mjs";
import { speak } from "../../service/web/static/language.js";
import { pointsOf, scoreLine, scoreOf, tally } from "../../service/web/static/accusation.js";

const [RIGHT, WRONG] = [{ claim: "cheated", honest: false }, { claim: "cheated", honest: true }];
const call = (left) => ({ call: { nth: 1, left }, max_misses: 6 });

test("claims are counted for cheats and for fair dealers", () => {
  const results = [
    { claim: "cheated", honest: false }, { claim: "fair", honest: false }, { claim: "fair", honest: true },
    { claim: "skipped", honest: true }, { dealer: "honest" }, { claim: null, drawn: true },
  ];

  assert.deepEqual(tally(results), { cheats: { right: 1, all: 2 }, fairDealers: { right: 1, all: 1 } });
});

test("a right call gains a point for each miss left, a wrong one loses two", () => {
  assert.equal(pointsOf({ ...RIGHT, ...call(5) }), 5);
  assert.equal(pointsOf({ ...WRONG, ...call(5) }), -10);
  assert.equal(pointsOf(RIGHT), 0); // at the end
  assert.equal(pointsOf({ ...RIGHT, ...call(990), max_misses: 1000 }), 0); // nobody hangs
});

test("a hint costs a point, called or not", () => {
  assert.equal(pointsOf({ ...RIGHT, ...call(5), hints: 2 }), 3);
  assert.equal(pointsOf({ ...RIGHT, hints: 1 }), -1);
  assert.equal(pointsOf({ ...RIGHT, hints: 1, max_misses: 1000 }), 0);
  assert.deepEqual(texts(scoreLine([{ ...RIGHT, hints: 2 }]), "p"), ["Right 1 of 1 · best run 1 · −2 points"]);
});

test("a score counts the last 20 games, but none that showed the words", () => {
  const all = [...Array(10).fill(WRONG), ...Array(12).fill(RIGHT), WRONG, ...Array(5).fill(RIGHT), { ...WRONG, shown: true }];
  const { right, all: games, run } = scoreOf(all);

  assert.deepEqual([right, games, run], [17, 20, 12]);
});

test("the score has a line with signs, the last six, and none before the first game", () => {
  speak("en");
  const results = [WRONG, RIGHT, RIGHT, RIGHT, WRONG, { ...RIGHT, ...call(4) }, RIGHT];
  assert.equal(scoreLine([]), null);
  assert.equal(scoreLine([{ claim: "skipped", honest: true }]), null);
  assert.deepEqual(texts(scoreLine([RIGHT]), "p"), ["Right 1 of 1 · best run 1"]); // nothing was called
  const line = scoreLine(results);
  assert.deepEqual(texts(line, "p"), ["Right 5 of 7 · best run 3 · 4 points"]);
  assert.equal(line.querySelectorAll("svg").length, 6);
  assert.match(texts(line, ".signs")[0], /^The last 6:/);
  assert.equal(texts(scoreLine(results.slice(1)), ".signs")[0], "");
  assert.equal(line.querySelectorAll(".wrong").length, 1);
});
