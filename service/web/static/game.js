// The screen of a game: the word, the gallows, the guesses, and how it ended.

import * as api from "./api.js";
import { confession } from "./confession.js";
import { el } from "./dom.js";
import { gallows } from "./gallows.js";
import { keyboard, typed } from "./keys.js";
import { list, percent, t } from "./language.js";
import { capital, capitals, pattern, placed, spokenPattern } from "./pattern.js";
import { remember, remembered } from "./remembered.js";
import { share, story } from "./share.js";

const HINTED = 8; // letters

// Shows the game with this id; `begun` is the game and its ETag where they are known already.
export async function gameScreen(page, id, begun) {
  const path = `games/${id}`;
  const look = () => api.get(path, page.patience);
  let [{ content: game, etag }, dictionaries] = await Promise.all([
    begun ?? look(),
    api.dictionaries(page.patience),
  ]);
  const dictionary = dictionaries.find(({ name }) => name === game.dictionary) ?? dictionaries[0];
  const { language } = dictionary;

  let sending = Promise.resolve(); // guesses go one after another, in the order they were made
  const drawing = gallows();
  const keys = keyboard(dictionary, (letter) => offer({ letter }));
  const word = el("div", { class: "word" });
  const counts = el("p", { class: "counts" });
  const wrongWords = el("p");
  const hinted = el("p", { class: "hinted", role: "status" });
  const controls = el("div", { class: "controls" }, keys.node, wordForm(), tools(), hinted);
  const heading = el("h1", { tabindex: -1 }, t("heading", { n: game.length }));
  page.show(
    heading,
    el("div", { class: "board" }, el("div", { class: "side" }, drawing.node, counts),
      el("div", { class: "play" }, word, page.status, wrongWords, controls)),
  );
  update();
  typed(dictionary, (letter) => offer({ letter }), () => remembered("typing", true), page.signal);
  const back = () => comeBack().catch(page.failed);
  document.addEventListener("visibilitychange", back, { signal: page.signal });
  if (game.status === "in_progress") page.say(t("begun"), spokenPattern(game, language));
  else await ended();

  function offer(guess) {
    sending = sending.then(() => guessed(guess)).catch(page.failed);
  }

  async function guessed(guess) {
    if (game.status !== "in_progress" || game.guessed_letters.includes(guess.letter)) return;
    try {
      const options = { json: guess, key: api.newKey(), etag, ...page.patience };
      ({ content: game, etag } = await api.post(`${path}/guesses`, options));
      page.say(...answer(game.guess));
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      ({ content: game, etag } = await look()); // it may have gone on elsewhere
      page.say(page.sentence(problem));
    }
    hinted.replaceChildren();
    update();
    if (game.status !== "in_progress") await ended();
  }

  // Another device may have played meanwhile.
  async function comeBack() {
    if (document.hidden || game.status !== "in_progress") return;
    const before = etag;
    ({ content: game, etag } = await look());
    if (etag === before) return;
    update();
    if (game.status !== "in_progress") await ended();
  }

  function update() {
    word.replaceChildren(pattern(game, language));
    drawing.update(game);
    keys.update(game);
    counts.replaceChildren(...counted().map((text) => el("span", {}, text)));
    const wrong = game.wrong_words.map((one) => capitals(one, language));
    wrongWords.textContent = wrong.length ? t("wrongWords", { words: wrong.join(", ") }) : "";
  }

  function answer(guess) {
    const what = capitals(guess.letter ?? guess.word, language);
    const said = guess.word
      ? t(guess.hit ? "wordIsHit" : "wordIsMiss", { word: what })
      : guess.hit
        ? t("isHit", { letter: what, ...placed(guess.positions) })
        : t("isMiss", { letter: what });
    return [said, spokenRest()];
  }

  // What stands elsewhere on the screen, for those who hear it.
  function spokenRest() {
    const rest = spokenPattern(game, language);
    rest.prepend(`${counted().join(". ")}. `);
    return rest;
  }

  function counted() {
    const { misses, remaining_guesses: left, insight } = game;
    return [
      left === null ? t("missesSoFar", { n: misses }) : t("missesLeft", { n: left }),
      ...(insight ? [t("wordsLeft", { n: insight.words_remaining })] : []),
    ];
  }

  function wordForm() {
    const input = el("input", {
      name: "word", lang: language, required: true, autocomplete: "off", autocapitalize: "none",
      spellcheck: "false", enterkeyhint: "go", maxlength: 2 * game.length,
    });
    const send = (event) => {
      event.preventDefault();
      const offered = input.value.trim();
      if ([...offered].length !== game.length) return page.say(t("wordOf", { n: game.length }));
      input.value = "";
      return offer({ word: offered });
    };
    return el("form", { class: "whole-word", submit: send },
      el("label", {}, t("guessWord"), input), el("button", {}, t("guess")));
  }

  function tools() {
    const box = el("input", {
      type: "checkbox",
      checked: remembered("typing", true),
      change: () => remember("typing", box.checked),
    });
    return el("div", { class: "tools" },
      el("button", { type: "button", click: () => hint().catch(page.failed) }, t("hint")),
      el("label", { class: "choice" }, box, t("typing")));
  }

  async function hint() {
    const { content } = await api.get(`${path}/hint`, page.patience);
    const letters = content.letters
      .slice(0, HINTED)
      .map((one) => `${capital(one.letter, language)}\u00a0${percent(one.hit_probability)}`);
    hinted.textContent = t("hintIs", { letters: list(letters, "unit") });
  }

  async function ended() {
    const { content: told } = await api.get(`${path}/confession?words=200`, page.patience);
    const name = capitals(game.word, language);
    const fitting = told.guesses.at(-1).words_after;
    const verdict = t(`${game.status}${told.honest ? "Honest" : "Cheat"}`, { word: name, n: fitting });
    const shared = el("div", { class: "shared", role: "status" });
    remember("game", null);
    heading.textContent = t(game.status);
    page.say(verdict);
    controls.replaceChildren(
      el("div", { class: "again" },
        el("button", { type: "button", class: "main", click: page.play }, t("playAgain")),
        el("button", { type: "button", click: () => tell(story(game, told.guesses), shared) }, t("share")),
        el("a", { href: "#" }, t("choose"))),
      shared,
    );
    const confessed = confession(game, told, language, page);
    heading.closest("main").append(confessed.node);
    if (confessed.step) confessed.node.querySelector(".now").scrollIntoView();
    else heading.focus();
    reviewed().then((review) => review && confessed.review(review)).catch(page.failed);
  }

  // What the guesses were worth; the game is told without it where it cannot be had.
  async function reviewed() {
    try {
      return (await api.get(`${path}/review`, page.patience)).content;
    } catch (problem) {
      if (problem instanceof api.Problem) return null;
      throw problem;
    }
  }

  async function tell(text, shared) {
    const how = await share(text);
    if (how === "copied") shared.replaceChildren(t("shared"));
    if (how !== "shown") return;
    const area = el("textarea", { readonly: true, rows: 3 }, text);
    shared.replaceChildren(el("label", {}, t("notShared"), area));
    area.select();
  }
}
