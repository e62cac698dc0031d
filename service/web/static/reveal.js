// The reveal: it answers the player's claim, and shows what the dealer had.

import { SKIPPED, endOf } from "./accusation.js";
import { el, seen } from "./dom.js";
import { fewOf, fittingWords, named } from "./fitting.js";
import { ordinal, t } from "./language.js";
import { capital, capitals, inLines, pattern } from "./pattern.js";
import { corneredAt } from "./sheets.js";
import { circle, stroke, struck } from "./stroke.js";

const OTHERS = 2; // words above and as many below the word that was won from a cheat
const TURN = 90; // milliseconds, for each word that the letters run through
const LAST_TURN = 260;

// “You were right.” It needs the game's last answer only.
export function answerTo(claim, { status }, honest) {
  const praise = honest && status === "won" ? ".won" : "";
  return t(`answer.${claim ?? SKIPPED}.${honest ? "fair" : "cheat"}${praise}`);
}

// “It never had a word.”, as nodes.
export function deed(game, honest, steps, language) {
  const end = endOf(game, honest, steps);
  const nth = corneredAt(steps);
  const values = { word: capitals(game.word, language), n: steps[0].before, nth: ordinal(nth ?? 0) };
  if (honest) return [t(`fair.${end}`, values)];
  if (nth === null) return around(t("cheat.lost", { word: "|" }), struck(t("aWord"), 0));
  return [t(nth === 0 ? "cheat.only" : `cheat.${end}`, values)];
}

// A text whose “|” is a node.
function around(text, node) {
  const [before, after] = text.split("|");
  return [before, node, after];
}

// What proves it: the words that still fitted; or, of a dealer that was cornered too late, the word.
export function evidence(game, honest, steps, language, board) {
  const end = endOf(game, honest, steps);
  if (honest || end === "won") return [];
  if (end === "lost") return openWords(game, steps.at(-1), language, board);
  const values = { word: capitals(game.word, language), nth: ordinal(corneredAt(steps)) };
  return [el("p", { class: "lead" }, t("corneredLost", values))];
}

// A line for those who hear it, and the words that still fitted, any of which can be put into `board`.
function openWords(game, { kept, after }, language, board) {
  const word = capitals(game.word, language);
  const said = el("p", { class: "could", role: "status" });
  const node = el("div", { class: "open-words" });
  show(fewOf(kept, game.word));
  tell(game.word);
  return [said, node];

  function show(words) {
    const isAll = words.length === kept.length;
    const all = !isAll && el("button", { type: "button", class: "all", click: showAll }, t("allOfThem", { n: after }));
    node.replaceChildren(fittingWords(game, words, language, put, all));
    if (isAll && after > words.length) node.append(el("p", { class: "note" }, t("commonestOf", { n: words.length, all: after })));
  }

  function showAll() {
    show(named(kept, game.word));
    node.querySelector("button").focus({ preventScroll: true });
    put(game.word);
  }

  function put(pressed) {
    board.replaceChildren(pattern({ ...game, word: pressed }, language));
    tell(pressed);
  }

  function tell(pressed) {
    said.replaceChildren(t(pressed === game.word ? "itSaid" : "couldSay", { word: capitals(pressed, language), n: after }));
  }
}

// The word, as it comes to light: its letters run through words that fitted; or, won from a cheat, it stands
// between words that the dealer had to give up.
export function comesToLight(board, game, honest, steps, language) {
  const word = pattern(game, language);
  const others = honest ? [] : besides(game, steps);
  board.replaceChildren(word);
  if (game.status === "lost") return run(word, game, others, language);
  word.append(circle());
  const lines = others.map((other, index) => struckLine(other, index, language));
  const half = Math.ceil(lines.length / 2);
  return board.replaceChildren(...lines.slice(0, half), word, ...lines.slice(half));
}

const struckLine = (other, index, language) =>
  inLines(seen("", { class: "other", lang: language },
    [...other].map((letter) => el("span", {}, capital(letter, language))), stroke(index)), [...other].length);

function besides(game, steps) {
  const words = game.status === "lost" ? steps.at(-1).kept : steps.toReversed().flatMap(({ dropped }) => dropped);
  return [...new Set(words)].filter((word) => word !== game.word).slice(0, 2 * OTHERS);
}

// The letters that were never shown run through the other words, for the word was never one.
function run(word, game, others, language) {
  if (!others.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const slots = [...word.querySelectorAll(".hidden")];
  const places = [...game.pattern].flatMap((letter, place) => (letter === "_" ? [place] : []));
  const turns = [...others, ...others, game.word].slice(-5);
  word.classList.add("running");
  turns.forEach((turn, index) => {
    const isLast = index === turns.length - 1;
    setTimeout(() => {
      slots.forEach((slot, nth) => (slot.textContent = capital([...turn][places[nth]], language)));
      if (isLast) word.classList.remove("running");
    }, isLast ? TURN * (index - 1) + LAST_TURN : TURN * index);
  });
}
