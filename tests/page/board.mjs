// Reads dictionaries, each with texts, as JSON, and writes what the page makes of them: as test_writing.py wants.

import { press, texts } from "./browser.mjs";
import { answerText } from "../../service/web/static/answers.js";
import { keyboard, typed } from "../../service/web/static/keys.js";
import { pattern, slots, spokenPattern, wrongWords } from "../../service/web/static/pattern.js";
import { Writing } from "../../service/web/static/writing.js";

const HIDDEN = "_";

function boardOf({ view, word, keys }) {
  const writing = new Writing(view);
  const letters = writing.read(word);
  const [typedLetters, leaving] = [[], new AbortController()];
  typed(writing, (letter) => typedLetters.push(letter), leaving.signal);
  for (const [key, code] of keys) press(key, { code });
  leaving.abort();
  const [first] = letters;
  const shown = [...letters].map((letter) => (letter === first ? letter : HIDDEN)).join("");
  const game = { pattern: shown, word: letters, wrong_words: [letters], writing };
  const slotted = pattern(game);
  return {
    keys: texts(keyboard(writing, () => {}).node, "button"),
    directions: [keyboard(writing, () => {}).node, slotted, slots(shown, writing)].map(({ attributes }) => attributes.dir),
    language: slotted.attributes.lang,
    typed: typedLetters.join(""),
    hit: answerText({ letter: first, hit: true, positions: [0] }, writing),
    miss: answerText({ word: letters, hit: false }, writing),
    wrong: wrongWords(game),
    spoken: spokenPattern(game).textContent,
    slots: [...texts(slotted, ".shown"), ...texts(slotted, ".never")].join(""),
  };
}

const games = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(games.map(boardOf)));
