// What of a game can be told to others without giving the word away.

import { BASE } from "./api.js";
import { t } from "./language.js";

export function story(game, guesses) {
  const values = { letters: t("letters", { n: game.length }) };
  const end =
    game.status === "won"
      ? t("shareWon", { n: game.misses, ...values })
      : t("shareLost", { n: guesses.length, ...values });
  const squares = guesses.map(({ guess }) => (guess.hit ? "🟩" : "⬛")).join("");
  return `${t("title")}: ${end}\n${squares}\n${BASE}`; // not the game's address: that shows the word
}

// Hands a text to the device's way of sharing, else to the clipboard: "shared", "copied", or
// "shown" where neither takes it; null where the person thought better of it.
export async function share(text) {
  if (navigator.share) {
    return navigator.share({ text }).then(
      () => "shared",
      (error) => (error.name === "AbortError" ? null : copied(text)),
    );
  }
  return copied(text);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text); // only where the page came over HTTPS
    return "copied";
  } catch {
    return "shown";
  }
}
