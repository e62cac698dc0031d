// The commitment: what decided the game was sealed before the first guess, and anybody can check it. This
// device also compares the answers that it saw with those that are confessed.

import { answerText, firstDifference, rememberedAnswers } from "./answers.js";
import { el } from "./dom.js";
import { ordinal, t } from "./language.js";

// A button that checks, and what came of it. Answers that differ are told before anybody asks.
export function check(game, { opening, honest, guesses }, language) {
  const [seen, answers] = rememberedAnswers(game.id);
  const different = answers ? firstDifference(answers, guesses) : -1;
  const lie = different >= 0 && el("p", { class: "broken" }, difference(different + 1, answers[different], language));
  const result = el("div", { class: "checked", role: "status" }, lie);
  const press = async () => {
    const digest = await sha256(opening);
    result.replaceChildren(...[...verdict(digest), ...compared()].filter(Boolean));
    button.hidden = digest !== null;
  };
  const button = el("button", { type: "button", click: press }, t("check"));
  return el("section", { class: "commitment" }, button, result,
    el("p", { class: "digest" }, short(game.commitment)),
    el("details", { class: "unprinted" }, el("summary", {}, t("whatWasSealed")),
      el("p", { class: "note" }, t("howToCheck")), el("pre", { tabindex: 0 }, opening)));

  function verdict(digest) {
    if (digest === null) return [el("p", {}, t("cannotCheck"))];
    const fits = isCanonical(opening) && digest === game.commitment && digest === (seen ?? digest);
    if (!fits) return [el("p", { class: "broken" }, t("doesNotFit"))];
    const key = honest ? "decidedBefore" : "rulesBefore";
    return [ticked(key), !seen && el("p", { class: "note" }, t("startNotSeen"))];
  }

  function compared() {
    if (!seen) return [];
    return [lie || (answers ? ticked("sameAnswers") : el("p", { class: "note" }, t("answersMissed")))];
  }
}

const ticked = (key) => el("p", {}, el("span", { class: "tick", "aria-hidden": "true" }, "✓"), " ", t(key));

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

// The digest in hexadecimal; null where the browser has none, as over plain HTTP.
export async function sha256(text) {
  if (!globalThis.crypto.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const short = (digest) => `${digest.slice(0, 12).match(/.{4}/g).join(" ")} … ${digest.slice(-4)}`;
