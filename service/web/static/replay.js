// The board after a guess, and the slider that steps through the guesses.

import { el } from "./dom.js";
import { drawing } from "./drawing.js";
import { number, t } from "./language.js";
import { answer } from "./ladder.js";
import { pattern } from "./pattern.js";

// `go` is called with the number of the guess that the player chooses.
export function replay(game, guesses, go) {
  const picture = drawing();
  const word = el("div", { class: "word" });
  const where = el("p", { class: "where" });
  const range = el("input", { type: "range", min: 1, max: guesses.length, step: 1, "aria-label": t("step"),
    input: () => go(Number(range.value)) });
  const step = (by, key) => el("button", { type: "button", class: "step", "aria-label": t(key),
    click: () => go(Number(range.value) + by) }, by < 0 ? "‹" : "›");
  const [back, on] = [step(-1, "stepBack"), step(1, "stepOn")];
  range.style.setProperty("--steps", Math.max(1, guesses.length - 1));
  const node = el("div", { class: "replay", role: "group", "aria-label": t("replay") },
    el("div", { class: "as-it-stood" }, picture.node, where), word,
    guesses.length > 1 && el("div", { class: "slider unprinted" }, back, range, on));

  // Shows the board after this guess; it shows the word only after the last one.
  function update(nth) {
    const guess = guesses[nth - 1];
    const isLast = nth === guesses.length;
    const moment = { ...game, pattern: guess.pattern, misses: guess.misses };
    word.replaceChildren(pattern(isLast ? game : { ...moment, word: null }));
    picture.update(isLast ? game : { ...moment, status: "in_progress" });
    where.replaceChildren(
      el("b", {}, t("guessOf", { n: nth, all: guesses.length })), " ",
      el("span", {}, t("misses.n", { n: guess.misses })));
    range.value = nth;
    range.setAttribute("aria-valuetext", `${number(nth)}: ${guess.name}, ${answer(guess)}`);
    back.ariaDisabled = String(nth === 1);
    on.ariaDisabled = String(isLast);
  }

  // Shows the last board with another word.
  function put(other) {
    update(guesses.length);
    word.replaceChildren(pattern({ ...game, word: other }));
  }

  return { node, update, put, nth: () => Number(range.value) };
}
