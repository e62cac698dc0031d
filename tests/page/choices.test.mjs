// The choices for a new game: the defaults, the form, and the request.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { answering } from "./network.mjs";
import { anyWord, chosenGame, fields, firstGame, ofThisLanguage, standard, summary } from "../../service/web/static/choices.js";
import { speak } from "../../service/web/static/language.js";
import { remember, remembered } from "../../service/web/static/remembered.js";
import { set } from "../../service/web/static/settings.js";

const DICTIONARIES = [
  { name: "de", language: "de", title: "Deutsch", word_count: 3, lengths: [], default: false },
  { name: "class-7b", language: "en", title: "Class 7b", word_count: 9, lengths: [{ length: 5, word_count: 9 }], default: false },
  { name: "en", language: "en-GB", title: "English", word_count: 30, lengths: [3, 7, 11].map((length) => ({ length, word_count: 10 })), reviewed: true, default: true },
];
const DEALERS = [
  { name: "saint", title: "Saint", description: "draws a word", honest: true, default: false },
  { name: "imp", title: "Imp", description: "keeps the fewest words", honest: false, default: true },
  { name: "honest", title: "Honest", description: "draws one word", honest: true, default: false },
];

const KNOWN = { content: { dealers: DEALERS } };

beforeEach(() => {
  forget();
  speak("en");
  document.dispatchEvent = () => {};
  globalThis.matchMedia = () => ({ matches: false });
});

const form = () => fields(DICTIONARIES, DEALERS, "", () => {});
const radios = (dealer) => dealer.querySelectorAll("input");

test("without a choice, a request has only the misses and the insight into a cheat", async () => {
  answering(KNOWN);
  assert.deepEqual(await chosenGame({}), { max_misses: 8, insight: "count" });
  assert.equal((await anyWord({})).dealer, "any");
  assert.equal(summary(), "Dealer, words, length, misses"); // nothing is chosen yet
});

test("a game that nobody can lose has 1,000 misses, which the summary does not name", async () => {
  remember("choices", { misses: "never", dealer: "honest", length: "5" });

  assert.deepEqual(await chosenGame({}), { length: 5, max_misses: 1000, dealer: "honest", insight: "none" });
  assert.equal(summary(), "Fair, You never hang, 5 letters");
});

test("the form begins with the service's defaults, and shows the titles that the page does not know", () => {
  const [dealer, dictionary] = form();

  assert.deepEqual(radios(dealer).map(({ attributes }) => "checked" in attributes), [false, true, false]);
  assert.deepEqual(texts(dealer, "span"), [
    "Saint: plays fair: draws a word", "Imp: keeps the fewest words", "Fair: draws one word and stands by it",
  ]);
  assert.equal(dictionary.querySelector("select").value, "en");
  assert.deepEqual(texts(dictionary, "option"), ["Deutsch (3, not reviewed)", "Class 7b (9, not reviewed)", "English (30)"]);
});

test("any length stays chosen when the dictionary changes", () => {
  remember("choices", { length: "5", dictionary: "class-7b" });
  const [dictionary, length] = form().slice(1).map((field) => field.querySelector("select"));
  for (const [select, value] of [[length, ""], [dictionary, "en"], [dictionary, "class-7b"]]) {
    select.value = value;
    select.listeners.change();
    assert.equal(remembered("choices").length, "");
  }
});

test("a chosen dealer is stored, and forgotten when the service no longer has it", () => {
  const [dealer] = form();
  radios(dealer)[0].listeners.change();
  assert.equal(remembered("choices").dealer, "saint");
  assert.ok("checked" in radios(form()[0])[0].attributes);

  fields(DICTIONARIES, DEALERS.slice(1), "", () => {});
  assert.equal(remembered("choices").dealer, "");
});

test("the summary names a dealer that the page does not know by its title", () => {
  const [dealer] = form();
  radios(dealer)[0].listeners.change();
  assert.equal(summary(), "Saint, 8 misses, any length");
});

test("the dictionary is the service's default among those of the page's language", async () => {
  answering({ content: { dictionaries: DICTIONARIES } });

  assert.equal(await ofThisLanguage({}), "en");
  speak("de");
  assert.equal(await ofThisLanguage({}), "de");
  assert.equal(standard(DICTIONARIES.slice(0, 2)).name, "de");
});

test("words left are shown if the dealer is known to cheat, always, or never, as the setting says", async () => {
  answering(KNOWN);
  const shown = async (dealer) => (await chosenGame(remember("choices", { dealer }) ?? {})).insight;
  const all = async () => [await shown("imp"), await shown("honest"), (await anyWord({})).insight, (await firstGame({})).insight];

  assert.deepEqual(await all(), ["count", "none", "none", "count"]);
  set("wordsLeft", "always");
  assert.deepEqual(await all(), ["count", "count", "count", "count"]);
  remember("choices", { hard: true });
  assert.deepEqual(await chosenGame({}), { max_misses: 8, dealer: "minimax" }); // hard games never show it
  set("wordsLeft", "never");
  assert.deepEqual(await all(), ["none", "none", "none", "none"]);
});

test("any word is of any length, by any dealer and with eight misses, in which its points are counted; the words are as chosen", async () => {
  remember("choices", { dictionary: "class-7b", length: "5", misses: "3", dealer: "imp", hard: true });

  assert.deepEqual(await anyWord({}), { dictionary: "class-7b", max_misses: 8, insight: "none", dealer: "any" });
});

test("the first game has 6 to 8 letters if there are such words, whatever was chosen", async () => {
  remember("choices", { length: "11", misses: "9", dealer: "honest" });
  answering({ content: { dictionaries: DICTIONARIES } });
  const cheats = { max_misses: 6, dealer: "largest-family", insight: "count" };

  assert.deepEqual(await firstGame({}), { dictionary: "en", length: 7, ...cheats });
  speak("de");
  assert.deepEqual(await firstGame({}), { dictionary: "de", ...cheats });
});

test("the button says what it starts", () => {
  assert.equal(form().at(-1).textContent, "Play Imp, any length");
  remember("choices", { length: "5", dealer: "saint" });
  assert.equal(form().at(-1).textContent, "Play Saint, 5 letters");
  assert.ok(!("disabled" in form()[0].attributes));
  remember("choices", { hard: true });
  assert.equal(form().at(-1).textContent, "Play Nemesis, any length");
  assert.ok("disabled" in form()[0].attributes); // its dealer is no choice
});

test("a hard game leaves no dealer to choose", () => {
  const [dealer, , , , boxes] = form();
  const box = boxes.querySelector("input");
  for (const checked of [true, false]) {
    box.listeners.change({ currentTarget: { checked } });
    assert.equal(dealer.disabled, checked);
    assert.equal(remembered("choices").hard, checked);
  }
});
