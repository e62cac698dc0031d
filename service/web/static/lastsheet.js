// The last sheet: every word that was left, to be put into the pattern; or the one that was won.

import { el } from "./dom.js";
import { t } from "./language.js";
import { capital, capitals, pattern, slots } from "./pattern.js";
import { roving } from "./roving.js";
import { HIDDEN } from "./sheets.js";
import { circle } from "./stroke.js";

// `game` is over; `guess` was its last. `put` is told of a word that is put into the pattern.
export function lastSheet(game, guess, language, put) {
  const words = guess.kept;
  const many = guess.after > 1 && words.length > 1;
  return el("div", { class: "page last-page" },
    el("div", { class: "told", "aria-hidden": "true" },
      slots(guess.pattern, language),
      el("span", { class: "open" }, t("words", { n: guess.after }))),
    ...(many ? choice(game, guess, language, put) : certain(game, guess, language)));
}

function choice(game, guess, language, put) {
  const { after, honest } = guess;
  const words = guess.kept;
  const word = capitals(game.word, language);
  const said = el("p", { class: "could", role: "status" });
  const board = el("div", { class: "word" }, pattern(game, language));
  const cells = words.map((fitting) =>
    el("button", { type: "button", lang: language, "aria-pressed": String(fitting === game.word), click: press },
      capitals(fitting, language)));
  const grid = el("div", { class: "words", role: "group", "aria-label": t("fittingWords") }, cells);
  grid.style.setProperty("--letters", [...game.word].length);
  roving(grid);

  function press({ currentTarget: cell }) {
    for (const other of cells) other.ariaPressed = String(other === cell);
    const pressed = words[cells.indexOf(cell)];
    board.replaceChildren(pattern({ ...game, word: pressed }, language));
    put(pressed);
    const same = pressed === game.word;
    const key = honest ? (same ? "wasTheWord" : "fittedToo") : same ? "didSay" : "couldSay";
    said.replaceChildren(t(key, { word: capitals(pressed, language), truth: word }));
  }

  const missing = new Set([...game.word].filter((letter, place) => game.pattern[place] === HIDDEN));
  const short = honest && missing.size === 1;
  return [
    el("h3", { class: honest ? null : "unprinted" }, t(short ? "oneShort" : honest ? "stillFitting" : "pressAny", { n: after })),
    el("p", {}, t(honest ? "itWasFair" : "itSaid", { word }),
      short && ` ${t("wouldHave", { letter: capital([...missing][0], language) })}`),
    board, said,
    words.length < after && el("p", { class: "quiet" }, t("commonestOf", { n: words.length, all: after })),
    grid,
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
