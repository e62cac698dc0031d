// The texts of the page, and numbers, dates and patterns in them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { forget, prefer, texts as textsOf } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { answerText } from "../../service/web/static/answers.js";
import { countsText } from "../../service/web/static/misses.js";
import { date, dayOfMonth, decimal, languages, list, moment, ordinal, preferred, speak, t } from "../../service/web/static/language.js";
import { inLines, pattern, spokenPattern } from "../../service/web/static/pattern.js";
import { remember } from "../../service/web/static/remembered.js";
import { neverShown } from "../../service/web/static/reveal.js";
import texts from "../../service/web/static/texts.js";
import lazyTexts from "../../service/web/static/lazy_texts.js";
import { Writing } from "../../service/web/static/writing.js";
import { wordsLeft } from "../../service/web/static/words_left.js";

beforeEach(() => {
  prefer("en");
  speak("en");
  forget();
});

const STATIC = new URL("../../service/web/static/", import.meta.url);
const source = (name) => readFileSync(new URL(name, STATIC), "utf8");
const MODULES = readdirSync(STATIC).filter((name) => name.endsWith(".js"));
const SCREENS = MODULES.filter((name) => name.endsWith("_texts.js") && name !== "lazy_texts.js" && name !== "load_texts.js");

test("every text is there in every language, with the same holes, and once", async () => {
  const forms = (text) => (typeof text === "string" ? text : Object.values(text).join());
  const holes = (text) => [...new Set(forms(text).match(/\{\w+\}/g))].sort();
  const codes = languages.map(({ code }) => code);
  const later = await Promise.all(SCREENS.map(async (name) => (await import(new URL(name, STATIC))).default));
  const names = later.flatMap(({ en }) => Object.keys(en));
  assert.ok(codes.includes("de"));
  assert.deepEqual(Object.keys(lazyTexts.en).sort(), names.sort());
  assert.equal(new Set([...names, ...Object.keys(texts.en)]).size, names.length + Object.keys(texts.en).length);
  for (const all of [texts, ...later]) {
    assert.deepEqual(Object.keys(all), codes);
    for (const [language, translated] of Object.entries(all)) {
      assert.deepEqual(Object.keys(translated).sort(), Object.keys(all.en).sort(), language);
      for (const [name, text] of Object.entries(all.en)) {
        assert.deepEqual(holes(translated[name]), holes(text), `${language}: ${name}`);
      }
    }
  }
});

test("the first load has every text that its modules name, and no text is left over", () => {
  const first = new Set();
  const add = (name) => first.has(name) || (first.add(name),
    [...source(name).matchAll(/ from "\.\/(\w+\.js)"/g)].forEach(([, other]) => add(other)));
  add("main.js");
  const named = [...first].flatMap((name) => [...source(name).matchAll(/\bt\("([^"]+)"/g)].map(([, text]) => text));
  assert.ok(named.length > 90);
  assert.deepEqual(named.filter((name) => !(name in texts.en)), []);

  const code = MODULES.filter((name) => !name.endsWith("texts.js")).map(source).join("");
  const simple = Object.keys({ ...texts.en, ...lazyTexts.en }).filter((name) => !name.includes("."));
  assert.deepEqual(simple.filter((name) => !new RegExp(`\\b${name}\\b`).test(code)), []);
});

test("the page speaks the first of the reader's languages that it has, or what was chosen", () => {
  for (const [wanted, spoken] of [[["de-AT", "en"], "de"], [["fr", "de"], "de"], [["fr"], "en"], [["en-GB"], "en"]]) {
    prefer(...wanted);
    assert.equal(preferred(), spoken);
  }
  remember("language", "de");
  assert.equal(preferred(), "de");
  speak("de");
  assert.equal(document.documentElement.lang, "de");
});

test("a date is written as in the reader's country, if the page speaks its language", () => {
  const written = { "en-US": "March 2", "en-GB": "2 March", "de-CH": "2. März", fr: "March 2" };
  for (const [country, day] of Object.entries(written)) {
    prefer(country);
    forget();
    speak(preferred());
    assert.equal(dayOfMonth("2026-03-02"), day);
    assert.ok(date("2026-03-02T12:00:00").includes(day), country);
  }
});

test("numbers, forms, ordinals and lists are those of the language", () => {
  assert.deepEqual([t("words", { n: 1 }), t("words", { n: 10058 })], ["1 word", "10,058 words"]);
  assert.deepEqual([1, 2, 3, 11, 22].map(ordinal), ["1st", "2nd", "3rd", "11th", "22nd"]);
  assert.equal(decimal(-3.25), "−3.3");
  assert.equal(list(["A", "B", "C"]), "A, B, and C");
  speak("de");
  assert.equal(t("words", { n: 10058 }), "10.058 Wörter");
  assert.equal(ordinal(3), "3.");
});

test("shown letters are read out with their places, and after a loss the others are marked", () => {
  const game = { pattern: "_____in_", word: null, writing: ENGLISH };
  assert.equal(spokenPattern(game).textContent, "I at 6, N at 7, 6 hidden.");
  assert.equal(spokenPattern({ pattern: "___", writing: ENGLISH }).textContent, "3 letters, none shown.");

  const lost = pattern({ ...game, word: "puzzling" });
  assert.deepEqual(textsOf(lost, ".never").join(""), "PUZZLG");
  assert.deepEqual(textsOf(lost, ".shown"), ["I", "N"]);
  assert.equal(textsOf(pattern(game), ".never").length, 0);
  assert.deepEqual(textsOf(pattern({ pattern: "___", word: "ivy", writing: ENGLISH }), ".spoken"), ["IVY"]); // the word is there
});

test("a letter that takes two units of a string is one letter", () => {
  const writing = new Writing({ alphabet: "𞤢𞤣", capitals: "𞤀𞤁", direction: "rtl" }); // Adlam
  const game = { pattern: "𞤢_", word: "𞤢𞤣", writing };
  assert.deepEqual(textsOf(pattern(game), ".never"), ["𞤁"]);
  assert.deepEqual(neverShown(game), ["𞤣"]);
});

test("letters that are written alike are one letter that was never shown, by the language", () => {
  const hidden = (word, language) => {
    const alphabet = [...new Set(word)];
    const writing = new Writing({ alphabet, capitals: alphabet.map((letter) => letter.toLocaleUpperCase(language)), language });
    return neverShown({ word, pattern: "_".repeat(word.length), writing }).map((letter) => writing.capitals(letter));
  };
  assert.deepEqual(hidden("σος", "el"), ["Σ", "Ο"]);
  assert.deepEqual(hidden("ışık", "tr").join(""), "IŞK");
  assert.deepEqual(hidden("ııi", "tr"), ["I", "İ"]);
});

test("long words stand in lines of equal length, and every fifth place has its number", () => {
  const { style } = inLines(document.createElement("p"), 22);
  assert.deepEqual([style["--narrow"], style["--phone"], style["--wide"]], ["11", "11", "22"]);
  const numbers = (length) => pattern({ pattern: "_".repeat(length), writing: ENGLISH }).children
    .map(({ attributes }) => attributes["data-place"]).filter(Boolean);
  assert.deepEqual(numbers(22), ["5", "10", "15", "20"]);
  assert.deepEqual([numbers(9), numbers(10)], [[], ["5", "10"]]);
});

test("an answer is said with its letter and its places", () => {
  assert.equal(answerText({ letter: "s", hit: true, positions: [0, 3, 4] }, ENGLISH), "Yes: S, first, fourth, and fifth.");
  assert.equal(answerText({ letter: "s", hit: true, positions: [11, 12] }, ENGLISH), "Yes: S, 12th and 13th.");
  assert.equal(answerText({ letter: "s", hit: false, positions: [] }, ENGLISH), "No S.");
  assert.equal(answerText({ word: "crane", hit: true }, ENGLISH), "Yes: CRANE.");
  assert.equal(answerText({ word: "crane", hit: false }, ENGLISH), "Not CRANE.");
});

test("a game counts the misses that are left, or those that were made", () => {
  const game = { misses: 2, max_misses: 3, remaining_guesses: 1 };
  assert.equal(countsText(game), "1 miss left");
  assert.equal(countsText({ ...game, max_misses: 1000, remaining_guesses: 998 }), "2 misses so far");
  assert.equal(countsText({ ...game, max_misses: 999, remaining_guesses: 997 }), "997 misses left");
});

test("words left lose what the last answer threw away, and are struck after a miss", () => {
  const { node, update, sentence } = wordsLeft(10_000);
  const answered = (version, words, hit = false) =>
    update({ version, insight: { words_left: words }, last_guess: version > 1 ? { hit } : null });
  answered(1, 10_000);
  assert.deepEqual(textsOf(node, "p"), ["10,000 words fit "]);
  answered(2, 100);
  answered(2, 100); // the same answer again
  assert.deepEqual([textsOf(node, "p"), textsOf(node, "s")], [["100 words fit 10,000"], ["10,000"]]);
  assert.equal(sentence(false).textContent, "100 of 10,000 words left.");
  const [lost] = node.querySelectorAll(".lost");
  assert.equal(lost.style.inlineSize, "99%"); // to scale
  assert.ok(lost.classList.contains("struck-out"));
  answered(3, 10, true);
  assert.ok(!lost.classList.contains("struck-out"));
  update({ version: 4, insight: null });
  assert.equal(node.hidden, true);
});

test("a moment is that of the reader's clock", () => {
  process.env.TZ = "Asia/Kathmandu";
  prefer("en-GB");
  assert.match(moment("2026-03-02T12:00:00Z"), /^Monday.* 2 March .*17:45$/);
  process.env.TZ = "UTC";
});
