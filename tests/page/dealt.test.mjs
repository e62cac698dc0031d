// A game that the player deals: today's words, what the guesser asks, and what follows from the answers.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { answering, passes, requests, settled } from "./network.mjs";
import { dealOf, endedDeals, keepDeal, lastDeal, missesOf, patternOf, phaseOf, teaserOf } from "../../service/web/static/deals.js";
import { countOfDeals, counted, givenAway, isForced, moved, newDeal, sinceChoice } from "../../service/web/static/dealt.js";
import { familyCards } from "../../service/web/static/family_cards.js";
import { ANY, LARGEST, missesForced, nextQuestion } from "../../service/web/static/guesser.js";
import { mistakeOf } from "../../service/web/static/hindsight.js";
import { todaysWords } from "../../service/web/static/todays_words.js";

const NINE = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]; // those of the Nifty Assignment
const RHYMES = ["bat", "cat", "fat", "hat", "mat", "pat", "rat", "sat"];
const DRAWN = { words: NINE, classic: 3, most: 4, goal: 4 };
const deal = (drawn = DRAWN) => newDeal(drawn.words[0].length, drawn);

// The state after answers, each named by its places: "" is a miss.
const after = (begun, ...answers) => answers.reduce((state, places) => {
  const question = nextQuestion(state.deal);
  return moved(state, "answer", question, question.families.find(({ positions }) => positions.join("") === places));
}, { deal: begun, before: null });

const today = (date) => (Date.now = () => Date.parse(`${date}T12:00:00Z`));

beforeEach(() => {
  forget();
  today("2026-11-28");
});

test("the guesser asks for the letter that most words have, and every answer is a word family", () => {
  const { letter, words_before: all, families } = nextQuestion(deal());

  assert.deepEqual([letter, all], ["e", 9]);
  assert.deepEqual(families.map(({ pattern, words }) => [pattern, words.join(" ")]), [
    ["____", "ally cool good"], ["__e_", "flew ibex"], ["_e__", "beta deal"], ["___e", "hope"], ["e__e", "else"],
  ]);
});

test("what can be forced is found by playing all answers", () => {
  assert.deepEqual([LARGEST, ANY].map((keep) => missesForced(RHYMES, keep)), [7, 7]);
  assert.deepEqual([LARGEST, ANY].map((keep) => missesForced(NINE, keep)), [2, 2]);
  assert.equal(missesForced(["only"], ANY), 0);
});

test("an answer is a miss or shows the letter, and can be taken back once", () => {
  const begun = deal({ ...DRAWN, words: RHYMES, goal: 7 });
  const once = after(begun, "1");
  const twice = after(begun, "1", "2");
  const missed = after(begun, "1", "2", "");

  assert.deepEqual([once, twice, missed].map((state) => [patternOf(state.deal), missesOf(state.deal)]), [["_a_", 0], ["_at", 0], ["_at", 1]]);
  const back = moved(missed, "takeBack");
  assert.deepEqual(back.deal, twice.deal);
  assert.deepEqual(moved(back, "takeBack").deal, twice.deal);
});

test("an answer without another is no choice: taking back goes to the one before it", () => {
  const begun = deal({ ...DRAWN, words: ["bat", "cat", "arm"], goal: 9 }); // all have an A, two of them in the middle
  const chosen = after(begun, "1");
  const forced = after(begun, "1", "2");

  assert.deepEqual([nextQuestion(begun), nextQuestion(chosen.deal)].map(isForced), [false, true]);
  assert.deepEqual(moved(forced, "takeBack").deal, begun);
  assert.deepEqual(sinceChoice(forced.deal), [forced.deal.answers[0], forced.deal.answers.slice(1)]);
  assert.deepEqual(sinceChoice(begun), [undefined, []]);
});

test("the last word is spelled without a miss", () => {
  const { deal: ended } = after(deal(), "3");

  assert.deepEqual(ended.answers.map(({ letter }) => letter), ["e", "h", "o", "p"]);
  assert.deepEqual([phaseOf(ended), missesOf(ended)], ["found", 0]);
});

test("a phase has its own moves, and any other changes nothing", () => {
  const begun = { deal: deal({ ...DRAWN, goal: 1 }), before: null };
  assert.equal(phaseOf(begun.deal), "asking");
  assert.equal(moved(begun, "choose", true).deal.isHard, true);
  assert.equal(moved(begun, "goOn"), begun);

  const hanged = after(begun.deal, "");
  assert.equal(phaseOf(hanged.deal), "hanged");
  assert.equal(moved(hanged, "takeBack"), hanged);
  assert.equal(moved(hanged, "choose", true), hanged);

  const onward = moved(hanged, "goOn");
  assert.equal(phaseOf(onward.deal), "asking");
  assert.equal(moved(onward, "choose", true).deal.isHard, false); // not after the first answer
  assert.equal(phaseOf(after(onward.deal, "12").deal), "found");
});

test("an answer gives away as many words as the largest family has more", () => {
  const { deal: generous } = after(deal(), "2");

  assert.deepEqual(generous.answers.slice(0, 1).map(givenAway), [1]);
});

test("a mistake is the answer that costs the most misses against the best play, not the most words", async () => {
  const mistake = (state) => mistakeOf(state.deal, async () => {});

  assert.deepEqual(await mistake(after(deal(), "2")),
    { letter: "e", ours: { positions: [2], misses: 1 }, best: { positions: [], misses: 2 }, cost: 1 });
  assert.equal(await mistake(after(deal(), "")), undefined);
  const rhymes = after(deal({ ...DRAWN, words: RHYMES }), "1", "2", "", "0");
  assert.deepEqual([await mistake(rhymes)].map(({ letter, cost }) => [letter, cost]), [["c", 6]]);
});

test("the device stores today's game of each length, and forgets those of other days", () => {
  keepDeal(deal({ ...DRAWN, words: RHYMES }));
  const { deal: begun } = after(deal(), "");
  keepDeal(begun);

  assert.deepEqual([teaserOf(lastDeal()), teaserOf(dealOf(3)), teaserOf(undefined)], ["goOnDay", "newWordsDaily", "newWordsDaily"]);
  assert.equal(teaserOf(after(deal(), "3").deal), "howItWent");
  assert.deepEqual(dealOf(4), begun);
  assert.deepEqual(endedDeals(), []);
  keepDeal(after(deal({ ...DRAWN, words: ["at", "it"] }), "1", "0").deal);
  keepDeal(after(deal(), "3").deal); // dealt last
  assert.deepEqual(endedDeals().map(({ length }) => length), [2, 4]);
  today("2026-11-29");
  assert.equal(lastDeal(), undefined);
  keepDeal(deal());
  assert.equal(dealOf(3), undefined);
});

test("a game that was dealt to its end counts once, even if it goes on after that", () => {
  const { deal: hanged } = after(deal({ ...DRAWN, goal: 1 }), "");
  const once = counted(hanged);
  assert.deepEqual(countOfDeals(), { dealt: 1, hung: 1 });

  counted({ ...once, onward: true });
  assert.deepEqual(countOfDeals(), { dealt: 1, hung: 1 });
  counted(deal());
  assert.deepEqual(countOfDeals(), { dealt: 2, hung: 1 });
});

const COMMON = [..."aeioustr"].map((letter) => ({ letter }));
const MANY = [..."bcdfghklmnp"].flatMap((first) => [..."aeiou"].flatMap((vowel) => [..."bdglmnprst"].map((last) => first + vowel + last))); // 550

// The words of a day, from a service that has these.
async function wordsOf(date, words = MANY) {
  answering({ content: { letters: COMMON } }, ...Array.from({ length: 4 }, () => ({ content: { families: [{ words }] } })));
  globalThis.requestAnimationFrame = (call) => call();
  const drawing = todaysWords({ name: "en", writing: ENGLISH }, 3, date, {});
  drawing.catch(() => {}); // awaited below
  for (let turn = 0; turn < 100; turn += 1) await settled().then(() => passes(undefined)); // frames
  return drawing;
}

test("a day draws 400 words, the same everywhere, with a goal that the classic cheat does not reach", async () => {
  const [first, again, other] = [await wordsOf("2026-11-28"), await wordsOf("2026-11-28", [...MANY].reverse()), await wordsOf("2026-11-29")];

  assert.equal(new Set(first.words).size, 400);
  assert.deepEqual([...first.words].sort(), [...again.words].sort());
  assert.notDeepEqual([...first.words].sort(), [...other.words].sort());
  assert.equal(first.most, missesForced(first.words, ANY));
  assert.equal(first.classic, missesForced(first.words, LARGEST));
  assert.equal(first.goal, Math.min(first.classic + 1, first.most));
  const letters = requests.slice(1).map(([, { body }]) => JSON.parse(body).letter);
  assert.equal(new Set(letters).size, 4);
});

test("words are drawn again until the best play forces two misses more than the classic cheat", async () => {
  for (const date of ["2026-11-06", "2026-11-13"]) { // of these days, the first draws leave none
    const { classic, most } = await wordsOf(date);
    assert.equal(most - classic, 2, date);
  }
});

test("a dictionary with hardly any words deals all of them", async () => {
  const { words, goal } = await wordsOf("2026-11-28", ["bat", "cat", "hat"]);

  assert.deepEqual([words.length, goal], [3, 2]);
  await assert.rejects(wordsOf("2026-11-28", ["bat"]), { kind: "no-words-of-length" });
});

const family = (positions, count) => ({ positions, pattern: "____", words: Array(count).fill("bead") });
const QUESTION = { letter: "e", words_before: 99, families: [[0], [1], [2], [3], [0, 1], [0, 2], []].map((positions, nth) => family(positions, 20 - nth)) };
const cardsOf = (seed, more = {}, give = () => {}) => familyCards(QUESTION, { writing: ENGLISH, seed, ...more }, give);

test("five cards come first, a miss always among them, and a button shows the others", () => {
  const { node, more } = cardsOf("a day");

  assert.deepEqual([node.childElementCount, more.textContent], [5, "2 more"]);
  assert.equal(texts(node, ".name").filter((name) => /^No E a miss/.test(name)).length, 1);
});

test("where a card lies tells nothing: the first is not always the largest family", () => {
  const firsts = Array.from({ length: 40 }, (_, nth) => texts(cardsOf(`${nth}`).node, "b").find((text) => /^\d+$/.test(text)));

  assert.equal(new Set(firsts).size, 5);
  assert.ok(firsts.every((count) => firsts.filter((other) => other === count).length < 20));
  assert.deepEqual(texts(cardsOf("7").node, ".count"), texts(cardsOf("7").node, ".count")); // after a reload, too
});

test("a hard game shows no numbers of words", () => {
  const { node } = cardsOf("a day", { isHard: true });

  assert.deepEqual([...texts(node, ".count"), ...texts(node, ".share")], []);
  assert.match(node.textContent, /such as BEAD, BEAD, BEAD…/);
});

test("a number key presses its card, and a lone answer has no other", () => {
  const chosen = [];
  const lone = familyCards({ ...QUESTION, families: QUESTION.families.slice(6) }, { writing: ENGLISH, seed: "" }, (given) => chosen.push(given));
  assert.equal(lone.more, false);
  lone.press(1); // there is no such card
  lone.press(0);
  assert.deepEqual(chosen, [QUESTION.families[6]]);
});
