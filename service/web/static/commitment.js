// The commitment: what decided the game was sealed before the first guess, and anybody can check it. This
// device also compares the answers that it saw with those that are confessed.

import { el } from "./dom.js";
import { ordinal, t } from "./language.js";
import { said } from "./said.js";
import { firstApart, witnessed } from "./witness.js";

// A button that checks, and what came of it; nothing for games that had no commitment. Answers that
// differ are told before anybody asks.
export function check(game, { opening, honest, guesses }, language) {
  const [seen, answers] = witnessed(game.id);
  if (!opening || !game.commitment) return seen ? el("p", { class: "broken" }, t("doesNotFit")) : null;
  const text = canonical(opening);
  const apart = answers ? firstApart(answers, guesses) : -1;
  const lie = apart >= 0 && el("p", { class: "broken" }, otherwise(apart + 1, answers[apart], language));
  const result = el("div", { class: "checked", role: "status" }, lie);
  const press = async () => {
    const digest = await sha256(text);
    result.replaceChildren(...[...verdict(digest), ...compared()].filter(Boolean));
    button.hidden = digest !== null;
  };
  const button = el("button", { type: "button", click: press }, t("check"));
  return el("section", { class: "commitment" }, button, result,
    el("p", { class: "digest" }, short(game.commitment)),
    el("details", { class: "unprinted" }, el("summary", {}, t("whatWasSealed")),
      el("p", { class: "note" }, t("howToCheck")), el("pre", { tabindex: 0 }, text)));

  function verdict(digest) {
    if (digest === null) return [el("p", {}, t("cannotCheck"))];
    if (digest !== game.commitment || (seen && seen !== digest)) return [el("p", { class: "broken" }, t("doesNotFit"))];
    const key = honest ? "decidedBefore" : "rulesBefore";
    return [ticked(key), !seen && el("p", { class: "note" }, t("notWitnessed"))];
  }

  function compared() {
    if (!seen) return [];
    return [lie || (answers ? ticked("sameAnswers") : el("p", { class: "note" }, t("answersMissed")))];
  }
}

const ticked = (key) => el("p", {}, el("span", { class: "tick", "aria-hidden": "true" }, "✓"), " ", t(key));

// That a guess was answered otherwise; `answer` is what this device saw, if it saw any.
function otherwise(nth, answer, language) {
  if (!answer) return t("otherGuess", { nth: ordinal(nth) });
  return t("otherAnswer", { nth: ordinal(nth), answer: said(answer, language) });
}

// An object of strings, whole numbers and nulls as RFC 8785 writes it.
export const canonical = (object) =>
  JSON.stringify(Object.fromEntries(Object.keys(object).sort().map((key) => [key, object[key]])));

// The digest in hexadecimal; null where the browser has none, as over plain HTTP.
export async function sha256(text) {
  if (!globalThis.crypto.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const short = (digest) => `${digest.slice(0, 12).match(/.{4}/g).join(" ")} … ${digest.slice(-4)}`;
