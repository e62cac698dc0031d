// An early call: “It’s cheating!”, said before the end. It can be taken back until the next answer; then it is final.

import { el } from "./dom.js";
import { number, t } from "./language.js";
import { ENDLESS } from "./misses.js";
import { keepPlaying, playing } from "./playing.js";
import { results } from "./results.js";

export const WRONG = 2; // points that a wrong call loses for each miss left; a right one gains 1

const guessesOf = ({ guessed_letters: letters, wrong_words: words }) => letters.length + words.length;

// Whether the dealer is hidden from the player.
const isMystery = ({ id, daily }) => Boolean(playing(id).drawn || daily);

// Whether a game earns or loses points: its dealer is hidden, the number of words left does not give it away, and somebody
// can lose.
export const hasPoints = (game) => isMystery(game) && game.insight === null && game.max_misses !== ENDLESS;

// Whether this device has ever called: before that, the points are explained.
const hasCalled = () => results().some(({ call }) => call);

// “+6 / −12”: what a call with 6 misses left gains or loses, in one line; empty in a game without points.
const stakes = (game, left) => (hasPoints(game) ? `+${number(left)}\u00a0/\u00a0${number(-WRONG * left)}` : "");

// The line of a mystery game that announces the question at the end, and the button for an early call.
export function callLine() {
  const line = el("p", { role: "status", tabindex: -1 });
  const button = el("button", { type: "button", click: press });
  const node = el("div", { class: "call" }, line, button);
  let shown = null;

  function press() {
    if (shown.status !== "in_progress") return;
    const call = playing(shown.id).call ? null : { nth: guessesOf(shown), left: shown.remaining_guesses };
    keepPlaying(shown.id, { call });
    update(shown);
  }

  function update(game) {
    shown = game;
    if (game.status !== "in_progress") return; // the line stays until the board is gone
    const { call } = playing(game.id);
    const guesses = guessesOf(game);
    const isFinal = call !== null && guesses > call.nth;
    node.hidden = !isMystery(game);
    line.textContent = text(game, call, isFinal);
    if (isFinal && document.activeElement === button) line.focus({ preventScroll: true });
    button.hidden = guesses === 0 || isFinal || game.insight !== null;
    button.classList.toggle("link", call !== null);
    if (call) button.replaceChildren(t("takeItBack"));
    else button.replaceChildren(el("b", {}, t("itsCheating")), " ", el("span", {}, stakes(game, game.remaining_guesses)));
  }

  function text(game, call, isFinal) {
    if (game.insight) return t("doesNotCount");
    if (!guessesOf(game)) return t(hasPoints(game) && !hasCalled() ? "pointsForCalls" : "youWillBeAsked", { n: -WRONG });
    if (!call) return "";
    return [isFinal ? t("calledAt", { n: call.nth }) : t("youCalled"), stakes(game, call.left)].filter(Boolean).join(" ");
  }

  return { node, update };
}
