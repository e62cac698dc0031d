// The reveal: it answers the player's claim, and shows what the dealer had.

import { CLAIMS, SKIPPED, isRight, pointsOf } from "./accusation.js";
import { dealerName } from "./choices.js";
import { el, silent } from "./dom.js";
import { verdict } from "./drawing.js";
import { fewOf, fittingWords, named } from "./fitting.js";
import { list, ordinal, t } from "./language.js";
import { move } from "./motion.js";
import { HIDDEN, inLines, pattern } from "./pattern.js";
import { set, spin } from "./reel.js";
import { corneredAt } from "./sheets.js";
import { circle, stroke, struck } from "./stroke.js";

const OTHERS = 2; // words above and as many below the word that was won from a cheat
const [TURN, APART] = [160, 80]; // milliseconds

// How it ended: a loss was certain from when the dealer was cornered.
export function endOf({ status }, honest, steps) {
  return status === "lost" && !honest && corneredAt(steps) !== null ? "cornered" : status;
}

// “You beat the cheat.”, or the answer to the player's claim. It does not need the confession.
export const headline = ({ status }, claim, honest) =>
  (status === "won" ? t(honest ? "won.fair" : "won.cheat") : answerTo(claim, honest));

// “Caught.”
export const answerTo = (claim, honest) => t(`answer.${claim ?? SKIPPED}.${honest ? "fair" : "cheat"}`);

// The same after a friend's word: its guesser and its setter first want to know whether it was found.
export function answerOfFriend(game, isSetter) {
  const isFound = game.status === "won";
  if (isSetter) return t(isFound ? "friendFoundIt" : "friendDidNot", { n: game.remaining_guesses });
  return isFound ? t("youFoundIt", { n: game.remaining_guesses }) : verdict(game);
}

// “It never had a word.”, as nodes.
export function deed(game, honest, steps) {
  const nth = corneredAt(steps);
  const values = { word: game.writing.capitals(game.word), nth: ordinal(nth ?? 0) };
  if (honest) return [t("fair.deed", values)];
  if (nth === null) return around(t("cheat.lost", { word: "|" }), struck(t("aWord"), 0));
  return [t(nth === 0 ? "cheat.only" : `cheat.${endOf(game, honest, steps)}`, values)];
}

// A text with a node in place of its “|”.
export function around(text, node) {
  const [before, after] = text.split("|");
  return [before, el("span", { class: "at-last" }, node, after)];
}

// A line, which may be empty: after a win, the answer to the claim; the dealer, if the player chose it; what an early call was
// worth; and the reply of an honest dealer that was accused.
export function aftermath(game, { claim, call, drawn, set, title, hints = 0 }, honest, steps) {
  const right = isRight(claim, honest);
  const lies = call && steps.slice(call.nth).filter(({ before }) => before > 1).length;
  const isMystery = drawn !== false && !set;
  const points = Math.abs(pointsOf({ ...game, claim, call, honest }));
  const cost = -pointsOf({ ...game, hints }); // they count in games that count
  return [
    game.status === "won" && isMystery && (honest || claim !== SKIPPED) && answerTo(claim, honest),
    drawn === false && `${t("dealerIs", { dealer: dealerName({ name: game.dealer, title }) })}.`,
    call && t(honest ? "accusedAt" : "calledItAt", { nth: ordinal(call.nth) }),
    call && !honest && lies > 0 && t("wentOn", { n: lies }),
    honest && claim === "cheated" && t("apology"),
    points > 0 && t(right ? "pointsWon" : "pointsLost", { n: points }),
    isMystery && CLAIMS.includes(claim) && !game.insight && cost > 0 && t("hintsCost", { n: cost }),
  ].filter(Boolean).join(" ");
}

// The proof: the words that still fitted; or, if the dealer was cornered before it won, the word.
export function evidence(game, honest, steps, board) {
  const end = endOf(game, honest, steps);
  if (honest) return allAlong(game);
  if (end === "won") return [];
  if (end === "lost") return openWords(game, steps.at(-1), board);
  const values = { word: game.writing.capitals(game.word), nth: ordinal(corneredAt(steps)) };
  return [el("p", { class: "lead" }, t("corneredLost", values))];
}

// The letters of the word that were never shown, each once; letters that are written alike are one letter.
export function neverShown({ word, pattern: shown, writing }) {
  const slots = [...shown];
  const hidden = [...word].filter((_, place) => slots[place] === HIDDEN);
  return [...new Map(hidden.map((letter) => [writing.written(letter), letter])).values()];
}

// “O and K were there all along.”
function allAlong(game) {
  if (game.status === "won") return [];
  const letters = neverShown(game);
  return [el("p", { class: "quiet" }, t("allAlong", { n: letters.length, letters: list(letters.map((letter) => game.writing.capitals(letter))) }))];
}

// The words that still fitted, as buttons that put them into `board`, and a line that says so to screen readers.
function openWords(game, { kept, after }, board) {
  const word = game.writing.capitals(game.word);
  const line = el("p", { class: "could", role: "status" });
  const node = el("div", { class: "open-words" });
  let chosen = game.word;
  show(fewOf(kept, game.word));
  tell(game.word);
  return [line, node];

  function show(words) {
    const isAll = words.length === kept.length;
    const all = !isAll && el("button", { type: "button", class: "all", click: showAll }, t("allOfThem", { n: after }));
    node.replaceChildren(fittingWords({ ...game, word: chosen }, words, put, all));
    if (isAll && after > words.length) node.append(el("p", { class: "note" }, t("commonestOf", { n: words.length, all: after })));
  }

  function showAll() {
    show(named(kept, chosen));
    node.querySelector("[aria-pressed=true]").focus();
  }

  // Only the letters that change turn round.
  function put(pressed) {
    chosen = pressed;
    const letters = () => [...board.querySelectorAll(".pattern > [class]:not(.spoken)")];
    const before = letters().map((slot) => slot.textContent);
    board.replaceChildren(pattern({ ...game, word: pressed }));
    letters().filter((slot, place) => slot.textContent !== before[place]).forEach((slot, nth) =>
      move(slot, { transform: ["rotateX(90deg)", "none"] }, TURN, { delay: APART * nth }));
    tell(pressed);
  }

  function tell(pressed) {
    line.replaceChildren(t(pressed === game.word ? "itSaid" : "couldSay", { word: game.writing.capitals(pressed), n: after }));
  }
}

// Shows the word at `from`. After a loss to a cheat, its letters run through words that fitted; after a win, it stands
// between words that the dealer had to give up.
export function comesToLight(board, game, honest, steps, motions, from) {
  const word = pattern(game);
  const others = honest ? [] : besides(game, steps);
  board.replaceChildren(word);
  if (game.status === "lost") return others.length ? spin(word, game, others, motions, from) : set(word, motions, from);
  const ring = circle();
  word.append(ring);
  const lines = others.map((other, index) => struckLine(other, index, game.writing));
  const half = Math.ceil(lines.length / 2);
  board.replaceChildren(...lines.slice(0, half), word, ...lines.slice(half));
  lines.forEach((line, index) => draw(line.querySelector(".stroke"), from + APART * index, 180, motions));
  return draw(ring, from + 360, 420, motions);
}

// Draws a stroke from left to right.
export const draw = (line, time, duration, motions) =>
  motions.at(time, line, { clipPath: ["inset(-50% 100% -50% -5%)", "inset(-50% -5%)"] }, duration, { easing: "ease-in-out" });

const struckLine = (other, index, writing) =>
  inLines(silent("", { class: "other", ...writing.attributes },
    [...writing.written(other)].map((letter) => el("span", {}, letter)), stroke(index)), [...other].length);

function besides(game, steps) {
  const words = game.status === "lost" ? steps.at(-1).kept : steps.toReversed().flatMap(({ dropped }) => dropped);
  return [...new Set(words)].filter((word) => word !== game.word).slice(0, 2 * OTHERS);
}
