// The commitment: what decided the game was sealed before the first guess. The page checks it by itself, and
// compares the answers that this device saw with those that are confessed.

import { answerText, firstDifference, rememberedAnswers } from "./answers.js";
import { el, seen } from "./dom.js";
import { ordinal, t } from "./language.js";
import { sha256 } from "./sha256.js";

// One line with a tick, and behind it how to check it yourself; or what is wrong.
export function seal(game, { opening, guesses, honest }, language) {
  const [sealed, answers] = rememberedAnswers(game.id);
  const different = answers ? firstDifference(answers, guesses) : -1;
  const fits = isCanonical(opening) && [game.commitment, sealed ?? game.commitment].every((one) => one === sha256(opening));
  const wrong = [
    !fits && t("doesNotFit"),
    different >= 0 && difference(different + 1, answers[different], language),
  ].filter(Boolean).map((text) => el("p", { class: "broken" }, text));
  const said = t(!sealed ? "startNotSeen" : !answers ? "answersMissed" : honest ? "sealedFair" : "sealedAndSame");
  return el("div", { class: "seal" }, wrong,
    el("details", { class: "unprinted" },
      el("summary", {}, wrong.length ? t("whatWasSealed") : [seen("✓", { class: "tick" }), el("span", {}, said)]),
      el("p", { class: "note" }, t("howToCheck")),
      el("p", { class: "digest" }, game.commitment),
      el("pre", { tabindex: 0 }, opening)));
}

// That a guess was answered otherwise; `answer` is what this device saw, if it saw any.
function difference(nth, answer, language) {
  if (!answer) return t("otherGuess", { nth: ordinal(nth) });
  return t("otherAnswer", { nth: ordinal(nth), answer: answerText(answer, language) });
}

// Whether a text is an object of strings, whole numbers and nulls, byte for byte as RFC 8785 writes it. A key
// that stands twice would mean two things to two readers.
function isCanonical(text) {
  try {
    const members = Object.entries(JSON.parse(text)).sort(([key], [other]) => (key < other ? -1 : 1));
    return JSON.stringify(Object.fromEntries(members)) === text;
  } catch {
    return false;
  }
}
