// The screen for watching a game: large, for a whole class, with nothing to press before the end.

import { SKIPPED } from "./accusation.js";
import { answerText } from "./answers.js";
import { wordsOf } from "./choices.js";
import { confessionView } from "./confession.js";
import { beginAt, el, spoken } from "./dom.js";
import { drawing } from "./drawing.js";
import { follow } from "./follow.js";
import { fewOf } from "./fitting.js";
import { pause } from "./hangman.js";
import { t } from "./language.js";
import { counts, countsText } from "./misses.js";
import { pattern, spokenPattern, wrongWords } from "./pattern.js";
import { SET, wordSetHere } from "./playing.js";
import { answerOfFriend, answerTo, deed } from "./reveal.js";
import * as service from "./service.js";
import { toSteps } from "./sheets.js";
import { slash } from "./stroke.js";
import { wordsLeft } from "./words_left.js";

const TALK = 10_000; // milliseconds in which a class discusses the question
export const WATCH_ID = /^[0-9a-f]{32}$/i;

// `more` tells that somebody set the word: then the question is left out.
export async function watchScreen(page, name, more) {
  const watchId = WATCH_ID.test(name) ? name : "none";
  const waiting = (why) => page.tell(why && t("watchAgain"));
  const patience = { signal: page.signal, waiting };
  let [{ content: game, etag }, dictionaries] = await Promise.all([
    service.get(`watch/${watchId}`, patience),
    service.dictionaries(patience),
  ]);
  const { dictionary: { writing }, count } = wordsOf(game, dictionaries);
  const take = ({ content, etag: tag }) => ([game, etag] = [writing.game(content), tag]);
  take({ content: game, etag });

  const word = el("div", { class: "word" });
  const picture = drawing();
  const counted = counts();
  const left = wordsLeft(count);
  const letters = el("ul", { class: "letters", role: "list", "aria-label": t("guessed"), ...game.writing.attributes });
  const wrong = el("p", { class: "note" });
  const ours = wordSetHere(watchId);
  const secret = ours && el("p", { class: "note" }, t("yourWordIs", { word: game.writing.capitals(ours.word) }));
  const question = el("p", { class: "asked", role: "status" });
  const board = el("div", { class: "watch" },
    el("h1", { class: "spoken", tabindex: -1 }, t("heading", { n: game.length })),
    word,
    el("div", { class: "scene" }, picture.node,
      el("div", { class: "answers" }, question, page.status, letters, wrong, secret, page.trouble),
      el("div", { class: "facts" }, counted.node, left.node)));
  page.show(board);
  update();
  const isSet = more === SET || Boolean(ours);
  const isAsked = !isSet && game.status === "in_progress"; // for a class that sees the end live
  await follow(watchId, {
    version: () => game.status === "in_progress" && etag,
    changed: (answer) => {
      take(answer);
      update();
    },
    ...patience,
  });
  if (page.signal.aborted) return;
  const confession = await service.contentOf(`watch/${watchId}/confession?words=50`, patience);
  if (!confession) return; // a day's game that others may still play
  if (isAsked) {
    question.replaceChildren(t("wasItCheating"), " ", el("span", { class: "note" }, t("watch.talk", { n: TALK / 1000 })));
    await pause(TALK, page.signal);
  }
  const steps = toSteps(confession, game.length, game.writing);
  board.classList.toggle("fair", confession.honest);
  board.replaceChildren(...revealed({ ...game, word: writing.read(confession.word), isSet }, { ...confession, steps }, page));
  beginAt(board.firstChild);

  function update() {
    word.replaceChildren(pattern({ ...game, word: null }));
    picture.update(game);
    counted.update(game);
    left.update(game);
    letters.replaceChildren(...game.guessed_letters.map(item));
    wrong.textContent = wrongWords(game);
    const rest = spokenPattern(game);
    rest.prepend(`${countsText(game)}. `);
    page.say(sentence(game), game.insight && spoken(left.sentence()), rest);
  }

  function sentence({ last_guess: guess }) {
    if (game.status !== "in_progress") return t(`watch.${game.status}`, { word: game.writing.capitals(game.pattern) });
    return guess ? answerText(guess, game.writing) : t("watch.begun");
  }

  function item(letter) {
    const isWrong = game.wrong_letters.includes(letter);
    return el("li", { class: isWrong ? "wrong" : "right" }, game.writing.written(letter),
      spoken(`, ${t(isWrong ? "miss" : "hit")}`), isWrong && slash());
  }
}

// What the dealer had, in large letters, and a button that shows the ladder.
function revealed(game, confession, page) {
  const { honest, steps } = confession;
  const { kept, after } = steps.at(-1);
  const isOpen = !honest && after > 1;
  const headline = game.isSet && honest ? [el("span", {}, answerOfFriend(game, true))]
    : [el("span", {}, answerTo(SKIPPED, honest)), " ", el("span", {}, deed(game, honest, steps))];
  const capitals = game.writing.capitals(game.word);
  const ended = [ // the headline of a friend's word says it already
    !(game.isSet && honest) && t(`watch.${game.status}`, { word: capitals }),
    isOpen && t("watch.fitted", { word: capitals, n: after }),
  ].filter(Boolean);
  return [
    el("h1", { class: "headline", tabindex: -1 }, headline),
    ended.length > 0 && el("p", { class: "lead" }, ended.join(" ")),
    isOpen ? fitted(fewOf(kept, game.word), game.writing) : el("div", { class: "word" }, pattern(game)),
    confessionView(page, game, confession),
  ].filter(Boolean);
}

function fitted(words, writing) {
  const node = el("ul", { class: "fitted", role: "list", ...writing.attributes },
    words.map((word) => el("li", {}, writing.capitals(word))));
  node.style.setProperty("--letters", [...words[0]].length);
  return node;
}
