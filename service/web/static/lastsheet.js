// The last sheet: how many words were left, and which ones if the dealer was fair; or the only word that was left.

import { el } from "./dom.js";
import { fittingWords } from "./fitting.js";
import { t } from "./language.js";
import { capital, capitals, pattern, slots } from "./pattern.js";
import { neverShown } from "./reveal.js";
import { circle } from "./stroke.js";

// `game` is over; `guess` was its last. `put` is called with a word that the player puts into the pattern.
export function lastSheet(game, guess, language, put) {
  return el("div", { class: "page last-page" },
    el("div", { class: "told", "aria-hidden": "true" },
      slots(guess.pattern, language),
      el("span", { class: "open" }, t("words", { n: guess.after }))),
    ...(guess.after > 1 ? open(game, guess, language, put) : certain(game, guess, language)));
}

function open(game, { after, honest, kept: words }, language, put) {
  const missing = neverShown(game, language);
  const short = honest && missing.length === 1;
  const heading = el("h3", {}, t(short ? "oneShort" : "stillFitting", { n: after }));
  if (!honest) return [heading];
  const word = capitals(game.word, language);
  const line = el("p", { class: "could", role: "status" });
  const board = el("div", { class: "word" }, pattern(game, language));
  return [
    heading,
    el("p", {}, t("itWasFair", { word }), short && ` ${t("wouldHave", { letter: capital(missing[0], language) })}`),
    board, line,
    words.length < after && el("p", { class: "quiet" }, t("commonestOf", { n: words.length, all: after })),
    fittingWords(game, words, language, (pressed) => {
      board.replaceChildren(pattern({ ...game, word: pressed }, language));
      put(pressed);
      line.replaceChildren(t(pressed === game.word ? "wasTheWord" : "fittedToo", { word: capitals(pressed, language), truth: word }));
    }),
  ];
}

function certain(game, { honest }, language) {
  const word = capitals(game.word, language);
  const isWon = game.status === "won";
  const board = pattern(game, language);
  if (isWon && !honest) board.append(circle());
  return [
    el("h3", {}, t(honest ? (isWon ? "foundIt" : "onlyItFitted") : "isCornered", { word })),
    el("div", { class: "word" }, board),
  ];
}
