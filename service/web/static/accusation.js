// Was it cheating? The question at the end of a game.

import { el, seen } from "./dom.js";
import { t } from "./language.js";
import { CLAIMS } from "./score.js";
import { setting } from "./settings.js";

export const SKIPPED = "skipped";

// Asks once; `answered` is told “cheated”, “fair” or “skipped”.
export function question(answered, signal) {
  const listening = new AbortController();
  const claim = (said) => {
    listening.abort();
    answered(said);
  };
  const press = ({ key, ctrlKey, metaKey, altKey, target }) => {
    const said = !ctrlKey && !metaKey && !altKey && setting("typing") && !target.closest("dialog") && CLAIMS[key - 1];
    if (said) claim(said);
  };
  document.addEventListener("keydown", press, { signal: listening.signal });
  signal.addEventListener("abort", () => listening.abort(), { signal: listening.signal });
  const button = (said, index) =>
    el("button", { type: "button", "aria-keyshortcuts": setting("typing") && index + 1, click: () => claim(said) },
      t(`claim.${said}`), setting("typing") && seen(String(index + 1), { class: "shortcut" }));
  return el("fieldset", { class: "question" },
    el("legend", {}, t("wasItCheating")),
    el("div", { class: "pair" }, CLAIMS.map(button)),
    el("button", { type: "button", class: "link", click: () => claim(SKIPPED) }, t("justShowMe")));
}
