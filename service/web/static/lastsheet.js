// The last sheet: how many words were left, and which ones if the dealer was fair; or the only word that was left.

import { el } from "./dom.js";
import { fittingWords } from "./fitting.js";
import { t } from "./language.js";
import { pattern, slots } from "./pattern.js";
import { neverShown } from "./reveal.js";
import { circle } from "./stroke.js";

// `game` is over; `guess` was its last. `put` is called with a word that the player puts into the pattern.
export function lastSheet(game, guess, put) {
  return el("div", { class: "page last-page" },
    el("div", { class: "told", "aria-hidden": "true" },
      slots(guess.pattern, game.writing),
      el("span", { class: "open" }, t("words", { n: guess.after }))),
    ...(guess.after > 1 ? open(game, guess, put) : certain(game, guess)));
}

function open(game, { after, honest, kept: words }, put) {
  const missing = neverShown(game);
  const short = honest && missing.length === 1;
  const heading = el("h3", {}, t(short ? "oneShort" : "stillFitting", { n: after }));
  if (!honest) return [heading];
  const word = game.writing.capitals(game.word);
  const line = el("p", { class: "could", role: "status" });
  const board = el("div", { class: "word" }, pattern(game));
  return [
    heading,
    el("p", {}, t("itWasFair", { word }), short && ` ${t("wouldHave", { letter: game.writing.capitals(missing[0]) })}`),
    board, line,
    words.length < after && el("p", { class: "quiet" }, t("commonestOf", { n: words.length, all: after })),
    fittingWords(game, words, (pressed) => {
      board.replaceChildren(pattern({ ...game, word: pressed }));
      put(pressed);
      line.replaceChildren(t(pressed === game.word ? "wasTheWord" : "fittedToo", { word: game.writing.capitals(pressed), truth: word }));
    }),
  ];
}

function certain(game, { honest }) {
  const word = game.writing.capitals(game.word);
  const isWon = game.status === "won";
  const board = pattern(game);
  if (isWon && !honest) board.append(circle());
  return [
    el("h3", {}, t(honest ? (isWon ? "foundIt" : "onlyItFitted") : "isCornered", { word })),
    el("div", { class: "word" }, board),
  ];
}
