// “Was it cheating?”: the question, and the answer of the reveal.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, press, texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { question } from "../../service/web/static/accusation.js";
import { callLine } from "../../service/web/static/call.js";
import { fewOf } from "../../service/web/static/fitting.js";
import { curves, worstTheft } from "../../service/web/static/graph.js";
import { has, languages, speak } from "../../service/web/static/language.js";
import { keepPlaying, playing } from "../../service/web/static/playing.js";
import { aftermath, answerOfFriend, answerTo, deed, endOf, headline } from "../../service/web/static/reveal.js";
import { set } from "../../service/web/static/settings.js";
import { GUESSES, letter, steps } from "./confessed.mjs";

globalThis.matchMedia = () => ({ matches: false });
document.dispatchEvent = () => {};
beforeEach(forget);

// A question, the answers so far, and a way to press its buttons.
function ask() {
  const answers = [];
  const node = question((claim) => answers.push(claim), new AbortController().signal);
  return { node, answers, button: (n) => node.querySelectorAll("button")[n].click() };
}

test("the question is answered once", () => {
  const { answers } = ask();
  press("x");
  press("2");
  press("1"); // too late
  assert.deepEqual(answers, ["fair"]);
});

test("each claim has a button, and one button skips", () => {
  const { node, answers, button } = ask();

  assert.equal(node.name, "fieldset");
  assert.deepEqual(texts(node, "legend"), ["Was it cheating?"]);
  assert.deepEqual(texts(node, "button"), ["It cheated1", "It was fair2", "Just show me"]);
  button(2);
  assert.deepEqual(answers, ["skipped"]);
});

test("keys answer unless typing is switched off, and never with a modifier", () => {
  const { answers } = ask();
  press("1", { ctrlKey: true });
  assert.deepEqual(answers, []);
  set("typing", false);
  press("1");
  assert.deepEqual(answers, []);
  set("typing", true);
  press("1");
  assert.deepEqual(answers, ["cheated"]);
});

const LOST = { status: "lost", word: "crony" };
const ENDS = [
  [LOST, false, steps(GUESSES.slice(0, 4)), "lost", "It never had a word."],
  [LOST, false, steps(), "cornered", "It never had a word until your 7th guess."],
  [{ ...LOST, status: "won" }, false, steps(), "won", "It was cornered at your 7th guess."],
  [LOST, false, steps([letter("e", [], [1, 1])]), "cornered", "It had only CRONY to begin with."],
  [LOST, true, steps(GUESSES, true), "lost", "It had CRONY from the start."],
  [{ ...LOST, status: "won" }, true, steps(GUESSES, true), "won", "It had CRONY from the start."],
];

test("each end has its sentence", () => {
  for (const [game, honest, guesses, end, sentence] of ENDS) {
    const text = deed({ ...game, writing: ENGLISH }, honest, guesses).map((part) => part.textContent ?? part).join("");
    assert.deepEqual([endOf(game, honest, guesses), text], [end, sentence]);
  }
});

test("each claim is answered, in every language", () => {
  const answers = (honest) => ["cheated", "fair", "skipped"].map((claim) => answerTo(claim, honest));
  assert.deepEqual(answers(false), ["Caught.", "It fooled you.", "It cheated."]);
  assert.deepEqual(answers(true), ["You accused an honest dealer.", "You trusted it, and you were right.", "It was fair."]);

  for (const { code } of languages) {
    speak(code);
    for (const answer of [...answers(false), ...answers(true)]) assert.ok(answer);
    for (const drawing of ["gallows", "snowman"]) assert.ok(has(`lost.${drawing}`));
  }
  speak("en");
});

test("a win is a win, against either dealer, and the claim is answered below", () => {
  const won = { ...LOST, status: "won" };
  assert.deepEqual([false, true].map((honest) => headline(won, "fair", honest)), ["You beat the cheat.", "You found it."]);
  assert.deepEqual([false, true].map((honest) => headline(LOST, "fair", honest)), ["It fooled you.", "You trusted it, and you were right."]);

  const line = (claim, honest, more) => aftermath(won, { claim, call: null, drawn: true, ...more }, honest, steps(GUESSES, honest));
  assert.deepEqual(["cheated", "fair", "skipped"].map((claim) => line(claim, false)), ["Caught.", "It fooled you.", ""]);
  assert.deepEqual(["cheated", "fair", "skipped"].map((claim) => line(claim, true)),
    ["You accused an honest dealer. It would like an apology.", "You trusted it, and you were right.", "It was fair."]);
  assert.equal(line(null, true, { set: true }), ""); // a friend's word
});

test("an early call is named with its points, and an honest dealer that was accused replies", () => {
  const [game, call] = [{ ...LOST, max_misses: 6 }, { nth: 2, left: 4 }];
  const line = (claim, honest, early = null) => aftermath(game, { claim, call: early }, honest, steps(GUESSES, honest));

  assert.equal(line("cheated", false, call),
    "You called it at your 2nd guess. It went on lying for 5 more guesses. 4 points: one for each miss you had left.");
  assert.equal(line("cheated", true, call),
    "You called it at your 2nd guess. It would like an apology. Minus 8 points: two for each miss you had left.");
  assert.equal(line("cheated", true), "It would like an apology.");
  assert.equal(line("fair", true), "");
  assert.equal(line("cheated", false), "");
  const withHints = (more, its = {}) => aftermath({ ...game, ...its }, { claim: "fair", call: null, hints: 2, ...more }, true, steps(GUESSES, true));
  assert.equal(withHints({}), "Your hints cost 2 points.");
  assert.equal(withHints({ claim: "cheated", call, hints: 1 }), "You called it at your 2nd guess. It would like an apology. Minus 8 points: two for each miss you had left. Your hint cost a point.");
  const uncounted = [[{ claim: "skipped" }], [{ drawn: false, claim: null }], [{}, { insight: { word_count: 3 } }], [{}, { max_misses: 1000 }]];
  for (const [more, its] of uncounted) assert.ok(!withHints(more, its).includes("cost"), JSON.stringify([more, its]));
  const chosen = { claim: null, call: null, drawn: false };
  assert.equal(aftermath({ ...LOST, dealer: "minimax" }, chosen, false, steps()), "Dealer: Nemesis.");
});

test("an early call is accepted until the end", () => {
  const game = { id: "g", status: "in_progress", guessed_letters: ["e"], wrong_words: [], remaining_guesses: 3, insight: null };
  const { node, update } = callLine();
  keepPlaying("g", { drawn: true });
  update(game);
  assert.deepEqual(texts(node, "button"), ["It’s cheating! +3\u00a0/\u00a0−6"]); // in one row
  for (const status of ["in_progress", "lost"]) {
    update({ ...game, status });
    node.querySelector("button").click();
    assert.deepEqual(playing("g").call, { nth: 1, left: 3 }); // after the end, it is not taken back either
  }
});

test("after a friend's word its guesser and its setter read first whether it was found", () => {
  const [found, lost] = [{ status: "won", remaining_guesses: 1 }, { status: "lost", remaining_guesses: 0 }];

  assert.deepEqual([found, lost].map((game) => answerOfFriend(game, false)), ["You found it, with 1 miss left.", "You hang."]);
  assert.deepEqual([found, lost].map((game) => answerOfFriend(game, true)),
    ["Your friend found it, with 1 miss left.", "Your friend was hanged."]);
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
  assert.equal(worstTheft(steps().slice(0, 3)), 1);
});
