// The letters to guess: a keyboard on the screen, and the one on the desk.

import { el, seen } from "./dom.js";
import { t } from "./language.js";
import { capital } from "./pattern.js";

// Keys for the letters of a dictionary; a press calls `offer` with the letter.
export function keyboard({ alphabet, language }, offer) {
  const keys = new Map([...alphabet].map((letter) => [letter, key(letter)]));
  const node = el("div", { class: "keys", role: "group", "aria-label": t("keys") }, [
    ...keys.values(),
  ]);

  function key(letter) {
    // A key that was used stays in reach of the Tab key: it says what came of it.
    const press = ({ currentTarget }) => currentTarget.ariaDisabled !== "true" && offer(letter);
    return el("button", { type: "button", lang: language, click: press }, capital(letter, language));
  }

  function update({ guessed_letters: guessed, wrong_letters: wrong }) {
    for (const letter of guessed.filter((one) => !keys.get(one)?.dataset.answer)) {
      const answer = wrong.includes(letter) ? "miss" : "hit";
      const used = keys.get(letter);
      if (!used) continue; // the dictionary has changed since
      used.append(seen(answer === "hit" ? "✓" : "✗"));
      used.dataset.answer = answer;
      used.ariaDisabled = "true";
      used.ariaLabel = `${capital(letter, language)}, ${t(answer)}`;
    }
  }

  return { node, update };
}

// Calls `offer` with each letter that is typed outside a field, until the signal is aborted.
export function typed({ alphabet, language }, offer, isOn, signal) {
  const listen = (event) => {
    const letter = event.key.toLocaleLowerCase(language);
    const command = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    const field = event.target.closest("input:not([type=checkbox]), select, textarea");
    if (isOn() && !command && !field && [...alphabet].includes(letter)) offer(letter);
  };
  document.addEventListener("keydown", listen, { signal });
}
