// The commitment: what decided the game was sealed before the first guess, and anybody can check it.

import { el } from "./dom.js";
import { t } from "./language.js";
import { remember, remembered } from "./remembered.js";

// The commitments that this device saw before the first guess, so that nobody can change them later.
const KEPT = 20;

export function witness({ id, commitment, guessed_letters: letters, wrong_words: words }) {
  const seals = remembered("seals", []);
  if (!commitment || letters.length || words.length || seals.some(([game]) => game === id)) return;
  remember("seals", [[id, commitment], ...seals].slice(0, KEPT));
}

// A button that checks, and what came of it; nothing for games that have no commitment.
export function check(game, { opening, honest }) {
  if (!opening || !game.commitment) return null;
  const text = canonical(opening);
  const result = el("div", { class: "checked", role: "status" });
  const press = async () => {
    const digest = await sha256(text);
    result.replaceChildren(...verdict(digest));
    button.hidden = digest !== null;
  };
  const button = el("button", { type: "button", click: press }, t("check"));
  return el("section", { class: "commitment" }, button, result,
    el("p", { class: "digest" }, short(game.commitment)),
    el("details", { class: "unprinted" }, el("summary", {}, t("whatWasSealed")),
      el("p", { class: "note" }, t("howToCheck")), el("pre", { tabindex: 0 }, text)));

  function verdict(digest) {
    const seen = Object.fromEntries(remembered("seals", []))[game.id];
    if (digest === null) return [el("p", {}, t("cannotCheck"))];
    if (digest !== game.commitment || (seen && seen !== digest)) return [el("p", { class: "broken" }, t("doesNotFit"))];
    const key = honest ? "decidedBefore" : "rulesBefore";
    return [el("p", {}, el("span", { class: "tick", "aria-hidden": "true" }, "✓"), " ", t(key)),
      !seen && el("p", { class: "note" }, t("notWitnessed"))].filter(Boolean);
  }
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
