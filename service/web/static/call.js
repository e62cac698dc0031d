// An early call: “It’s cheating!”, said before the end. It can be taken back until the next answer; then it is final.

import { el } from "./dom.js";
import { t } from "./language.js";
import { ENDLESS } from "./misses.js";
import { keepPlaying, playing } from "./playing.js";

export const WRONG = 2; // points that a wrong call loses for each miss left; a right one gains 1

const guessesOf = ({ guessed_letters: letters, wrong_words: words }) => letters.length + words.length;

// Whether the dealer is hidden from the player.
const isMystery = ({ id, daily }) => Boolean(playing(id).drawn || daily);

// “Right: +6. Wrong: −12.”: what a call with 6 misses left gains or loses; empty in a game that nobody can lose.
const stakes = (key, { max_misses: most }, left) =>
  most === ENDLESS ? "" : t(key, { plus: left, minus: WRONG * left });

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
    button.hidden = guesses === 0 || isFinal || game.insight !== null; // the number of words gives the dealer away
    button.textContent = t(call ? "takeItBack" : "itsCheating");
    button.classList.toggle("link", call !== null);
  }

  function text(game, call, isFinal) {
    if (game.insight) return t("doesNotCount");
    if (!guessesOf(game)) return t("youWillBeAsked");
    if (!call) return stakes("offer", game, game.remaining_guesses) || t("fairOrCheat");
    return [isFinal ? t("calledAt", { nth: call.nth }) : t("youCalled"), stakes("stakes", game, call.left)].filter(Boolean).join(" ");
  }

  return { node, update };
}
