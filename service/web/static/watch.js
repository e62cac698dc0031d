// The screen of those who watch a game: large, for a whole class, and nothing to press.

import * as api from "./api.js";
import { answerText } from "./answers.js";
import { counts, countsText } from "./counts.js";
import { el, spoken } from "./dom.js";
import { drawing } from "./drawing.js";
import { follow } from "./follow.js";
import { t } from "./language.js";
import { capital, capitals, pattern, spokenPattern } from "./pattern.js";
import { slash } from "./stroke.js";

const WATCH_ID = /^[0-9a-f]{32}$/i;

export async function watchScreen(page, name) {
  const watchId = WATCH_ID.test(name) ? name : "none";
  const waiting = (why) => (page.trouble.textContent = why && t("watchAgain"));
  const patience = { signal: page.signal, waiting };
  let [{ content: game, etag }, dictionaries] = await Promise.all([
    api.get(`watch/${watchId}`, patience),
    api.dictionaries(patience),
  ]);
  const { language } = dictionaries.find((one) => one.name === game.dictionary) ?? dictionaries[0];

  const word = el("div", { class: "word" });
  const picture = drawing();
  const counted = counts();
  const letters = el("ul", { class: "letters", role: "list", "aria-label": t("guessed"), lang: language });
  const wrongWords = el("p", { class: "note" });
  page.show(
    el("div", { class: "watch" },
      el("h1", { class: "spoken", tabindex: -1 }, t("heading", { n: game.length })),
      word,
      el("div", { class: "scene" }, picture.node,
        el("div", { class: "answers" }, page.status, letters, wrongWords, page.trouble),
        counted.node)),
  );
  update();
  await follow(watchId, {
    version: () => game.status === "in_progress" && etag,
    changed: (answer) => {
      ({ content: game, etag } = answer);
      update();
    },
    ...patience,
  });

  function update() {
    word.replaceChildren(pattern(game, language));
    picture.update(game);
    counted.update(game);
    letters.replaceChildren(...game.guessed_letters.map(one));
    const wrong = game.wrong_words.map((other) => capitals(other, language));
    wrongWords.textContent = wrong.length ? t("wrongWords", { words: wrong.join(", ") }) : "";
    const rest = spokenPattern(game, language);
    rest.prepend(`${countsText(game)}. `);
    page.say(sentence(game), rest);
  }

  function sentence({ last_guess: guess }) {
    if (game.status !== "in_progress") return t(`watch.${game.status}`, { word: capitals(game.word, language) });
    return guess ? answerText(guess, language) : t("watch.begun");
  }

  function one(letter) {
    const isWrong = game.wrong_letters.includes(letter);
    return el("li", { class: isWrong ? "wrong" : "right" }, capital(letter, language),
      spoken(`, ${t(isWrong ? "miss" : "hit")}`), isWrong && slash());
  }
}
