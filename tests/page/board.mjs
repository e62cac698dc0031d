// Reads dictionaries, each with texts, as JSON, and writes what the page makes of them: as test_writing.py wants.

import { press, texts } from "./browser.mjs";
import { answerText } from "../../service/web/static/answers.js";
import { keyboard, typed } from "../../service/web/static/keys.js";
import { pattern, slots, spokenPattern, wrongWords } from "../../service/web/static/pattern.js";
import { toSteps } from "../../service/web/static/sheets.js";
import { Writing } from "../../service/web/static/writing.js";

const HIDDEN = "_";

// How the page shows a word that is over, and the guess of it, as the service sends them: with forms at the end.
function ended(writing, asSent, letters) {
  const guess = { word: asSent, hit: true, positions: [...letters].map((_, place) => place), words_before: 1, words_left: 1,
    family_count: 1, largest_families: [], dropped: [], kept: [asSent] };
  const game = writing.game({ pattern: HIDDEN.repeat([...letters].length), word: asSent, wrong_words: [], last_guess: null });
  const [step] = toSteps({ guesses: [guess], honest: true }, [...letters].length, writing);
  return [texts(pattern(game), ".never").join(""), step.kept[0] === game.word ? step.name : step.kept[0]];
}

function boardOf({ view, word, keys, sent: asSent }) {
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
    ended: ended(writing, asSent, letters),
    slots: [...texts(slotted, ".shown"), ...texts(slotted, ".never")].join(""),
  };
}

const games = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(games.map(boardOf)));
