// The texts of the page, and numbers, dates and patterns in them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, prefer, texts as textsOf } from "./browser.mjs";
import { answerText } from "../../service/web/static/answers.js";
import { countsText } from "../../service/web/static/misses.js";
import { date, dayOfMonth, decimal, list, moment, ordinal, preferred, speak, t } from "../../service/web/static/language.js";
import { capitals, inLines, pattern, spokenPattern } from "../../service/web/static/pattern.js";
import { neverShown } from "../../service/web/static/reveal.js";
import texts from "../../service/web/static/texts.js";
import dealTexts from "../../service/web/static/deal_texts.js";
import otherWordTexts from "../../service/web/static/other_word_texts.js";
import statisticsTexts from "../../service/web/static/statistics_texts.js";
import wordTexts from "../../service/web/static/word_texts.js";
import { wordsLeft } from "../../service/web/static/words_left.js";

beforeEach(() => {
  prefer("en");
  speak("en");
  forget(); // it remembers the language
});

test("every text is there in every language, with the same holes, and once", () => {
  const forms = (text) => (typeof text === "string" ? text : Object.values(text).join());
  const holes = (text) => [...new Set(forms(text).match(/\{\w+\}/g))].sort();
  const codes = Object.keys(texts);
  const later = [dealTexts, otherWordTexts, statisticsTexts, wordTexts]; // of screens that are loaded later
  const names = [texts, ...later].flatMap(({ en }) => Object.keys(en));
  assert.ok(codes.includes("de"));
  assert.equal(new Set(names).size, names.length);
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

test("the page speaks the first of the reader's languages that it has, or what was chosen", () => {
  for (const [wanted, spoken] of [[["de-AT", "en"], "de"], [["fr", "de"], "de"], [["fr"], "en"], [["en-GB"], "en"]]) {
    prefer(...wanted);
    assert.equal(preferred(), spoken);
  }
  speak("de");
  assert.equal(preferred(), "de");
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

test("a capital is always a single letter", () => {
  assert.equal(capitals("straße", "de"), "STRAßE");
  assert.equal(capitals("i", "tr"), "İ");
});

test("shown letters are read out with their places, and after a loss the others are marked", () => {
  const game = { pattern: "_____in_", word: null };
  assert.equal(spokenPattern(game, "en").textContent, "I at 6, N at 7, 6 hidden.");
  assert.equal(spokenPattern({ pattern: "___" }, "en").textContent, "3 letters, none shown.");

  const lost = pattern({ ...game, word: "puzzling" }, "en");
  assert.deepEqual(textsOf(lost, ".never").join(""), "PUZZLG");
  assert.deepEqual(textsOf(lost, ".shown"), ["I", "N"]);
  assert.equal(textsOf(pattern(game, "en"), ".never").length, 0);
});

test("a letter that takes two units of a string is one letter", () => {
  const game = { pattern: "𞤢_", word: "𞤢𞤣" }; // Adlam
  assert.deepEqual(textsOf(pattern(game, "ff"), ".never"), [capitals("𞤣", "ff")]);
  assert.deepEqual(neverShown(game, "ff"), ["𞤣"]);
});

test("letters that share a capital are one letter that was never shown, by the language", () => {
  const hidden = (word, language) => neverShown({ word, pattern: "_".repeat(word.length) }, language).map((letter) => capitals(letter, language));
  assert.deepEqual(hidden("σος", "el"), ["Σ", "Ο"]);
  assert.deepEqual(hidden("ışık", "tr").join(""), "IŞK");
  assert.deepEqual(hidden("ııi", "tr"), ["I", "İ"]);
});

test("long words stand in lines of equal length, and every fifth place has its number", () => {
  const { style } = inLines(document.createElement("p"), 22);
  assert.deepEqual([style["--narrow"], style["--phone"], style["--wide"]], ["11", "11", "22"]);
  const numbers = (length) => pattern({ pattern: "_".repeat(length) }, "en").children
    .map(({ attributes }) => attributes["data-place"]).filter(Boolean);
  assert.deepEqual(numbers(22), ["5", "10", "15", "20"]);
  assert.deepEqual([numbers(9), numbers(10)], [[], ["5", "10"]]);
});

test("an answer is said with its letter and its places", () => {
  assert.equal(answerText({ letter: "s", hit: true, positions: [0, 3, 4] }, "en"), "Yes: S, first, fourth, and fifth.");
  assert.equal(answerText({ letter: "s", hit: true, positions: [11, 12] }, "en"), "Yes: S, 12th and 13th.");
  assert.equal(answerText({ letter: "s", hit: false, positions: [] }, "en"), "No S.");
  assert.equal(answerText({ word: "crane", hit: true }, "en"), "Yes: CRANE.");
  assert.equal(answerText({ word: "crane", hit: false }, "en"), "Not CRANE.");
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
  assert.equal(lost.style.inlineSize, "50%"); // by powers of ten
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
