// A game that the player deals: what follows from its answers, and what the device stores of it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { answering, requests } from "./network.mjs";
import {
  answered, countOfDeals, counted, dealOf, givenAway, isFound, isGoingOn, keepDeal, known, lastDeal, mistakeOf, missesOf, newDeal, patternOf, worstOf,
} from "../../service/web/static/dealt.js";
import { familyCards } from "../../service/web/static/family_cards.js";
import { LARGEST, nextQuestion, parOf, playPar } from "../../service/web/static/guesser.js";

const WORDS = { name: "en", fingerprint: "f", alphabet: "abcdefghijklmnopqrstuvwxyz" };
const NO = { positions: [], word_count: 3, words: ["bobs", "hops", "tops"] };
const SECOND = { positions: [1], word_count: 5, words: ["head", "bead", "lead"] };
const LAST = { positions: [3], word_count: 1, words: ["toga"] };
const question = (letter, ...families) =>
  ({ letter, families, family_count: families.length, words_before: families.reduce((sum, { word_count: n }) => sum + n, 0) });
const dealt = (...answers) =>
  answers.reduce((deal, [asking, family]) => answered(deal, asking, family, WORDS), newDeal(WORDS, 4));

beforeEach(forget);

test("an answer is a miss or shows the letter, and the guesser knows no more", () => {
  const deal = dealt([question("e", SECOND, NO), SECOND], [question("o", SECOND, NO), NO]);

  assert.equal(patternOf(deal), "_e__");
  assert.equal(missesOf(deal), 1);
  assert.deepEqual(known(deal), { dictionary: "en", pattern: "_e__", wrong_letters: ["o"] });
});

test("the last word is spelled in alphabetical order, without a miss", () => {
  const deal = dealt([question("a", NO, LAST), LAST]);

  assert.deepEqual(deal.answers.map(({ letter }) => letter), ["a", "g", "o", "t"]);
  assert.ok(isFound(deal));
  assert.equal(missesOf(deal), 0);
});

test("an answer gives away as many words as the largest family has more", () => {
  const deal = dealt([question("e", SECOND, NO), NO], [question("o", SECOND, LAST), LAST]);

  assert.deepEqual(deal.answers.slice(0, 2).map(givenAway), [2, 4]);
  assert.equal(worstOf(deal).letter, "o");
  assert.equal(worstOf(dealt([question("e", SECOND, NO), SECOND])), undefined);
});

test("giving words away is not a mistake if it forces as many misses as the largest family", () => {
  const deal = dealt([question("e", SECOND, NO), NO]);

  assert.equal(mistakeOf(deal, 2).letter, "e");
  assert.equal(mistakeOf(deal, 1), undefined);
  assert.equal(mistakeOf(deal, undefined), undefined);
});

test("the device stores one game of each length, which goes on unless it is hanged or found", () => {
  const deal = dealt([question("e", SECOND, NO), NO]);
  keepDeal(newDeal(WORDS, 7));
  assert.equal(isGoingOn(lastDeal()), false);
  keepDeal(deal);
  assert.equal(isGoingOn(lastDeal()), true);
  assert.deepEqual(dealOf(4), deal);
  assert.equal(dealOf(7).answers.length, 0);

  keepDeal({ ...deal, hanged: true });
  assert.equal(isGoingOn(lastDeal()), false);
  assert.equal(isGoingOn(dealt([question("a", LAST), LAST])), false);
  assert.equal(isGoingOn(undefined), false);
});

test("a game that was dealt to its end counts once, even if it goes on after that", () => {
  const hung = counted(dealt([question("e", SECOND, NO), NO]), true);
  assert.deepEqual(countOfDeals(), { dealt: 1, hung: 1 });

  counted({ ...hung, onward: true }, false);
  assert.deepEqual(countOfDeals(), { dealt: 1, hung: 1 });
  counted(newDeal(WORDS, 7), false);
  assert.deepEqual(countOfDeals(), { dealt: 2, hung: 1 });
});

test("the next question is the guesser's best letter, with its families", async () => {
  answering({ content: { letters: [{ letter: "e" }, { letter: "a" }] } }, { content: question("e", SECOND) });
  const next = await nextQuestion(known(newDeal(WORDS, 4)), {});

  assert.equal(next.letter, "e");
  const [[hints, { body: first }], [families, { body: second }]] = requests;
  assert.deepEqual([hints, families], ["/hints", "/families"]);
  assert.equal(JSON.parse(first).guesser, "most-words");
  assert.deepEqual([JSON.parse(second).letter, JSON.parse(second).dealers], ["e", []]);

  answering({ content: { letters: [] } }); // the words have changed
  assert.equal(await nextQuestion(known(newDeal(WORDS, 4)), {}), null);
});

test("the misses that a dealer forces are stored for a length and a version of the dictionary", async () => {
  const deal = newDeal(WORDS, 4);
  const idle = () => null;
  assert.equal(parOf(deal, LARGEST), undefined);
  answering(
    { content: { letters: [{ letter: "e" }] } },
    { content: { ...question("e", SECOND, NO), choices: [{ families: [{ positions: [] }] }] } },
    { content: { letters: [{ letter: "a" }] } },
    { content: { ...question("a", LAST, NO), choices: [{ families: [{ positions: [3] }] }] } },
  );
  await playPar(deal, LARGEST, WORDS, { idle });

  assert.equal(parOf(deal, LARGEST), 1);
  assert.deepEqual(JSON.parse(requests[1][1].body).dealers, ["largest-family"]);
  assert.equal(parOf({ ...deal, length: 5 }, LARGEST), undefined);
  assert.equal(parOf({ ...deal, fingerprint: "other" }, LARGEST), undefined);
});

test("five cards come first, a miss always among them, and a button shows the others", () => {
  const others = [0, 1, 2, 3, 12, 23].map((place) => ({ ...SECOND, positions: [place], pattern: "_e__" }));
  const { node, more } = familyCards(question("e", ...others, NO), "en", () => {});
  assert.deepEqual([node.childElementCount, more.textContent], [5, "2 more answers"]);
  assert.match(texts(node, ".name").at(-1), /^No E a miss/);

  const chosen = [];
  const lone = familyCards(question("e", NO), "en", (family) => chosen.push(family));
  assert.equal(lone.more, false);
  lone.press(1); // there is no such card
  lone.press(0);
  assert.deepEqual(chosen, [NO]);
});
