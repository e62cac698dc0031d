// Was it cheating? The question, what the answers add up to, and how the reveal answers.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, press, texts } from "./browser.mjs";
import { endOf, question, tally } from "../../service/web/static/accusation.js";
import { fewOf } from "../../service/web/static/fitting.js";
import { curves, steepest } from "../../service/web/static/graph.js";
import { has, languages, speak } from "../../service/web/static/language.js";
import { answerTo, deed } from "../../service/web/static/reveal.js";
import { set } from "../../service/web/static/settings.js";
import { GUESSES, letter, steps } from "./confessed.mjs";

globalThis.matchMedia = () => ({ matches: false });
document.dispatchEvent = () => {};
beforeEach(forget);

// A question, what was answered so far, and time that passes.
function asked(context) {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const answers = [];
  const node = question((said) => answers.push(said), new AbortController().signal);
  return { node, answers, wait: (milliseconds) => (now += milliseconds), button: (n) => node.querySelectorAll("button")[n].click() };
}

test("what comes in the first half second was meant for letters", (context) => {
  const { answers, wait, button } = asked(context);
  wait(499);
  button(0);
  press("2");
  assert.deepEqual(answers, []);

  wait(1);
  press("x");
  press("2");
  press("1"); // it asks once
  assert.deepEqual(answers, ["fair"]);
});

test("each button says what it says, and one skips", (context) => {
  const { node, answers, wait, button } = asked(context);
  wait(500);

  assert.equal(node.name, "fieldset");
  assert.deepEqual(texts(node, "legend"), ["Was it cheating?"]);
  assert.deepEqual(texts(node, "button"), ["It cheated1", "It was fair2", "Just show me"]);
  button(2);
  assert.deepEqual(answers, ["skipped"]);
});

test("keys answer unless letters are not typed either, and never with a modifier", (context) => {
  const { answers, wait } = asked(context);
  wait(500);
  press("1", { ctrlKey: true });
  assert.deepEqual(answers, []);
  set("typing", false);
  press("1");
  assert.deepEqual(answers, []);
  set("typing", true);
  press("1");
  assert.deepEqual(answers, ["cheated"]);
});

test("claims are counted, of cheats and of fair dealers apart, and older results have none", () => {
  const results = [
    { claim: "cheated", honest: false }, { claim: "fair", honest: false }, { claim: "fair", honest: true },
    { claim: "skipped", honest: true }, { dealer: "honest" }, { claim: null, drawn: true },
  ];

  assert.deepEqual(tally(results), { cheats: { right: 1, all: 2 }, fairDealers: { right: 1, all: 1 } });
});

const LOST = { status: "lost", word: "crony" };
const ENDS = [
  [LOST, false, steps(GUESSES.slice(0, 4)), "lost", "It never had a word."],
  [LOST, false, steps(), "cornered", "It never had a word until your 7th guess."],
  [{ ...LOST, status: "won" }, false, steps(), "won", "It never had a word until you cornered it at your 7th guess."],
  [LOST, false, steps([letter("e", [], [1, 1])]), "cornered", "It had only CRONY to begin with."],
  [LOST, true, steps(GUESSES, true), "lost", "It had CRONY from the start."],
  [{ ...LOST, status: "won" }, true, steps(GUESSES, true), "won", "You found CRONY among 1,000 words."],
];

test("each end is told as what it was", () => {
  for (const [game, honest, guesses, end, said] of ENDS) {
    const told = deed(game, honest, guesses, "en").map((part) => part.textContent ?? part).join("");
    assert.deepEqual([endOf(game, honest, guesses), told], [end, said]);
  }
});

test("each claim is answered, in every language", () => {
  const answers = (game, honest) => ["cheated", "fair", "skipped"].map((claim) => answerTo(claim, game, honest));
  assert.deepEqual(answers(LOST, false), ["You were right.", "It fooled you.", "It cheated."]);
  assert.deepEqual(answers(LOST, true), ["It was fair.", "You were right.", "It was fair."]);
  assert.deepEqual(answers({ ...LOST, status: "won" }, true),
    ["Well played, it was fair.", "Well played, you were right.", "Well played, it was fair."]);

  for (const { code } of languages) {
    speak(code);
    for (const [game, honest] of ENDS) for (const answer of answers(game, honest)) assert.ok(answer);
    for (const drawing of ["gallows", "snowman", "balloons"]) assert.ok(has(`lost.${drawing}`));
  }
  speak("en");
});

test("eight words are shown first, and the one that was named is among them", () => {
  const words = [..."abcdefghijk"];

  assert.deepEqual(fewOf(words, "c"), [..."abcdefgh"]);
  assert.deepEqual(fewOf(words, "k"), [..."abcdefgk"]);
  assert.deepEqual(fewOf(words, "not named"), [..."abcdefg", "not named"]);
});

test("a graph has the words that were left, and those that an honest dealer leaves on average", () => {
  const { ours, honest } = curves(steps().slice(0, 3));

  assert.deepEqual(ours, [1000, 600, 6, 6]);
  // 600, 250, 100 and one family of 50: (600² + 250² + 100² + 50²) / 1000 words
  assert.equal(honest[1], 435);
  assert.ok(honest.every((words, nth) => words >= 1 && (!nth || words <= honest[nth - 1])));
  assert.equal(steepest(steps()), 2);
});
