// Was it cheating? The question at the end of a game, how often its answer was right, and the story to share.

import { el, seen } from "./dom.js";
import { dayOfMonth, ordinal, t } from "./language.js";
import { setting } from "./settings.js";
import { corneredAt } from "./sheets.js";

export const SKIPPED = "skipped";
const CLAIMS = ["cheated", "fair"]; // also by the keys 1 and 2
const DAY = 86_400_000; // milliseconds
const MEANT_FOR_LETTERS = 500; // milliseconds

const isRight = (claim, honest) => claim === (honest ? "fair" : "cheated");

// Asks once; `answered` is told “cheated”, “fair” or “skipped”.
export function question(answered, signal) {
  const since = performance.now();
  const listening = new AbortController();
  const claim = (said) => {
    if (performance.now() - since < MEANT_FOR_LETTERS) return;
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

// How often the claims were right: of cheats, and of fair dealers.
export function tally(results) {
  const of = (dealt) => {
    const claimed = results.filter(({ claim, honest }) => CLAIMS.includes(claim) && honest === dealt);
    return { right: claimed.filter(({ claim }) => isRight(claim, dealt)).length, all: claimed.length };
  };
  return { cheats: of(false), fairDealers: of(true) };
}

// How it ended: a loss was certain from when the dealer was cornered.
export function endOf({ status }, honest, steps) {
  return status === "lost" && !honest && corneredAt(steps) !== null ? "cornered" : status;
}

// Of the day's game, nobody is told who dealt before the day is over.
export const isSecret = ({ daily }) => daily !== null && Date.now() < Date.parse(daily) + DAY;

// What is told of a game, without its word, and its guesses as squares.
export function story(game, { honest, steps }, { claim, hints, hard }) {
  const letters = t("letters", { n: game.length });
  return {
    parts: [
      [t("title"), game.daily && dayOfMonth(game.daily)].filter(Boolean).join(", "),
      game.status === "won" ? t("shareWon", { n: game.misses, letters }) : t("shareLost", { letters }),
      !isSecret(game) && dealt(game, honest, steps),
      CLAIMS.includes(claim) && t(isRight(claim, honest) ? "calledIt" : "didNotCallIt"),
      hard && t("hardMode"),
      hints > 0 && t("hintsUsed", { n: hints }),
    ].filter(Boolean),
    squares: steps.map(({ hit }) => hit),
  };
}

function dealt(game, honest, steps) {
  if (honest) return t("dealtFair");
  const nth = corneredAt(steps);
  return nth === null ? t("shareNever", { n: steps.at(-1).after }) : t("shareCornered", { nth: ordinal(nth) });
}
