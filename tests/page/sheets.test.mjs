// What the sheets of the ladder show of a game, and in which words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { bar, beam, merged } from "../../service/web/static/bar.js";
import { answer, lastRung, sheet } from "../../service/web/static/ladder.js";
import { corneredAt, cruellest, sheets, tail } from "../../service/web/static/sheets.js";
import { GUESSES, letter, steps, word } from "./confessed.mjs";

const names = (guesses) => guesses.map(({ name }) => name);
const drawn = (...groups) => groups.map((group) => sheet(group, Infinity, () => {}).node);
const heard = (node) => texts(node, ".sentence")[0];

test("the cruellest guesses kept the smallest share; wasted ones do not count", () => {
  assert.deepEqual(cruellest(steps()).map(({ nth }) => nth), [2, 7, 1]);
  assert.deepEqual(cruellest(steps([letter("j", [], [6, 6])])), []);
});

test("a step has the pattern before and after its guess, and the misses so far", () => {
  const [e, o, , , stony, n] = steps();

  assert.deepEqual([e.was, e.pattern, e.misses], ["_____", "_____", 1]);
  assert.deepEqual([o.was, o.pattern, o.misses], ["_____", "__o__", 1]);
  assert.deepEqual([stony.name, stony.pattern, stony.misses], ["STONY", "__o__", 4]);
  assert.deepEqual([n.was, n.pattern, n.nth], ["__o__", "__on_", 6]);
});

test("a word that is found fills the pattern", () => {
  const [found] = steps([word("crony", true, [1, 1], { positions: [0, 1, 2, 3, 4] })]);

  assert.equal(found.pattern, "crony");
});

test("wasted letters in a row share a sheet, and guesses after the end was certain have none", () => {
  assert.deepEqual(sheets(steps()).map(names), [["E"], ["O"], ["J", "Q"], ["STONY"], ["N"], ["R"]]);
  assert.deepEqual(names(tail(steps())), ["X", "C"]);
});

test("a dealer is cornered at the guess that left one word", () => {
  assert.equal(corneredAt(steps()), 7);
  assert.equal(corneredAt(steps(GUESSES.slice(0, 6))), null);
  assert.equal(corneredAt(steps([letter("e", [], [1, 1])])), 0);
});

test("a bar is cut into the words kept, the largest families, and all others as one", () => {
  const [{ pieces }] = steps();

  assert.deepEqual(pieces.kept, { positions: [], word_count: 600, pattern: "_____" });
  assert.deepEqual(pieces.others.map(({ pattern, word_count }) => [pattern, word_count]), [["____e", 250], ["_e___", 100]]);
  assert.deepEqual(pieces.rest, { more: 1, word_count: 50 });
});

test("each piece of a bar says what it holds, and shows its words when it is pressed", () => {
  const [words, families] = bar(steps()[0], Infinity, () => {});
  const pieces = families.querySelectorAll("button");

  assert.deepEqual(pieces.map(({ style }) => style.flexGrow), [600, 250, 100, 50]);
  assert.deepEqual(pieces.map((piece) => piece.querySelector(".spoken").textContent), [
    "no E: 600 words, kept",
    "E, fifth: 250 words, thrown away",
    "E, second: 100 words, thrown away",
    "1 other answer: 50 words, thrown away",
  ]);
  pieces[0].click();
  assert.equal(words.textContent, "no E: 600 words, kept: CRONY STONY …");
  assert.equal(words.querySelector("s"), null);
  pieces[1].click();
  assert.equal(words.textContent, "E, fifth: 250 words, thrown away: CRANE STONE …");
  assert.equal(words.querySelector("s").textContent, "CRANE STONE");
  pieces[3].click();
  assert.match(words.textContent, /BERET ELEGY …$/);
  pieces[3].click();
  assert.equal(words.textContent, "");
});

test("families that are too narrow for a thumb are merged into the rest", () => {
  const [{ pieces }] = steps();
  const narrow = merged(pieces, 1000, 350);

  assert.deepEqual(narrow.others.map(({ word_count }) => word_count), [250]);
  assert.deepEqual(narrow.rest, { more: 2, word_count: 150 });
  assert.equal(merged(pieces, 1000, 1000), pieces);
});

test("a beam opens from the share of words that were kept", () => {
  assert.equal(beam({ before: 1000, after: 600 }).querySelector("path").attributes.d, "M0 0H60L100 10H0Z");
});

test("a sheet says what was thrown away, struck through, and to the ear in one sentence", () => {
  const [first, second] = drawn(...steps().map((step) => [step]));

  assert.deepEqual(texts(first, ".letters"), ["E"]);
  assert.deepEqual(texts(first, ".answer"), ["“Not there.”"]);
  assert.match(texts(first, ".what")[0], /400 of 1,000 thrown away:CRANE STONE GENUS BERET ELEGY …/);
  assert.deepEqual(texts(first, "s").slice(0, 5), ["CRANE", "STONE", "GENUS", "BERET", "ELEGY"]);
  assert.equal(
    heard(first),
    "You said E. “Not there.” It kept 600 of 1,000 words and threw 400 away. " +
      "Gone: CRANE, STONE, GENUS, BERET, and ELEGY.",
  );
  assert.deepEqual(texts(second, ".answer"), ["“Yes: third.”"]);
});

test("wasted letters, whole words and forced answers have sentences of their own", () => {
  const [, , j, q, stony, n] = steps();
  const [wasted, whole, only] = drawn([j, q], [stony], [n]);

  assert.deepEqual(texts(wasted, ".letters"), ["J, Q"]);
  assert.match(texts(wasted, ".what")[0], /In no word that was left. 2 misses for nothing\.$/);
  assert.equal(heard(wasted), "You said J, Q. “Not there.” In no word that was left. 2 misses for nothing.");
  assert.deepEqual(texts(whole, ".answer"), ["“That is not it.”"]);
  assert.match(texts(whole, ".what")[0], /1 of 6 thrown away:STONY/);
  assert.equal(answer({ word: "crony", hit: true, honest: true }), "That is the word.");
  assert.match(texts(only, ".what")[0], /No other answer was possible\.$/);
  assert.match(heard(only), /“Yes: fourth.” No other answer was possible\.$/);
});

test("no sheet says that an honest dealer kept words or threw any away, and nothing is struck", () => {
  for (const step of steps(GUESSES, true)) {
    const { node } = sheet([step], Infinity, () => {});
    assert.doesNotMatch(node.textContent, /thrown|kept|could|“/);
    assert.deepEqual([...texts(node, "s"), ...texts(node, ".stroke")], []);
    for (const { attributes } of node.querySelectorAll("button")) {
      assert.doesNotMatch(attributes["aria-label"] ?? "", /thrown|kept/);
    }
  }
  const [first] = drawn(steps(GUESSES, true).slice(0, 1));
  assert.match(texts(first, ".what")[0], /^Not there\.400 words ruled out:/);
  assert.match(heard(first), /400 of 1,000 words were ruled out, and 600 still fit\./);
});

test("a ladder ends with what was left", () => {
  const last = (status, guesses) => texts(lastRung({ word: "crony", status, writing: ENGLISH }, guesses), ".what-was-left")[0];

  assert.equal(last("lost", steps(GUESSES.slice(0, 2))), "6 words still fit.");
  assert.deepEqual(["won", "lost"].map((status) => last(status, steps())), ["Cornered.", "Cornered."]);
  assert.deepEqual(["won", "lost"].map((status) => last(status, steps(GUESSES, true))), ["You found it.", "Only CRONY still fit."]);
});

test("misses after the end was certain are struck through and counted", () => {
  const foot = (game, guesses) => lastRung({ word: "crony", ...game, writing: ENGLISH }, guesses);
  const rest = foot({ status: "lost" }, steps());

  assert.deepEqual(texts(rest, "li"), ["X, miss", "C, hit"]);
  assert.deepEqual(texts(rest, "s"), ["X"]);
  assert.match(rest.textContent, /One miss on the way/);
  assert.deepEqual(texts(foot({ status: "won" }, steps(GUESSES, true)), "s"), []);
});
