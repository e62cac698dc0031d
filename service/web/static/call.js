// A call: “It’s cheating!” before the end. It can be taken back until the next answer; then it is final.

import { el } from "./dom.js";
import { t } from "./language.js";
import { keepPlaying, playing } from "./playing.js";

const guessesOf = ({ guessed_letters: letters, wrong_words: words }) => letters.length + words.length;

// The dealer was drawn, and no number of words decides the question.
const isMystery = (game) => Boolean((playing(game.id).drawn || game.date) && !game.insight);

// The line of a mystery game that says what will be asked, and the button that calls it.
export function callLine() {
  const said = el("p", { role: "status" });
  const button = el("button", { type: "button", click: press });
  const node = el("div", { class: "call" }, said, button);
  let shown = null;

  function press() {
    const call = playing(shown.id).call ? null : { nth: guessesOf(shown), left: shown.remaining_guesses };
    keepPlaying(shown.id, { call });
    update(shown);
  }

  function update(game) {
    shown = game;
    const { call } = playing(game.id);
    const guesses = guessesOf(game);
    node.hidden = !isMystery(game);
    said.textContent = call ? t("calledAt", { nth: call.nth }) : t(guesses ? "fairOrCheat" : "youWillBeAsked");
    button.hidden = guesses === 0 || (call !== null && guesses > call.nth);
    button.textContent = t(call ? "takeItBack" : "itsCheating");
    button.classList.toggle("link", call !== null);
  }

  return { node, update };
}
