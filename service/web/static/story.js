// What is told of a game to others: never its word, and who dealt only where nobody can still play it.

import { dayOfMonth, ordinal, t } from "./language.js";
import { CLAIMS, isRight } from "./score.js";
import { corneredAt } from "./sheets.js";

export const DAY = 86_400_000; // milliseconds

// Of the day's game, nobody is told who dealt before the day is over.
export const isSecret = ({ daily }) => daily !== null && Date.now() < Date.parse(daily) + DAY;

// A game whose dealer was drawn is shared with a link to the same game.
export const isShared = ({ daily }, { drawn }) => drawn === true && daily === null;

// Whether the dealer may be told of: not while others can play the game, or where this device does not know.
export const isOpen = (game, { drawn, set }) => !isSecret(game) && (game.daily !== null || drawn === false || set === true);

// The lines to share, and the guesses as squares. `ours` is what this device knows of the game.
export function story(game, confession, ours) {
  const end = game.status === "won" ? t("shareWon", { n: game.misses }) : t("shareLost");
  const { hints, hard, claim, call } = ours;
  const judgement = CLAIMS.includes(claim) && t(isRight(claim, confession.honest) ? "judgedRight" : "judgedWrong");
  const open = isOpen(game, ours);
  return {
    title: [t("title"), game.daily ? dayOfMonth(game.daily) : dayOfMonth(game.created_at)].join(", "),
    told: [
      end,
      open && dealt(confession),
      judgement,
      open && call && t("calledEarly", { nth: ordinal(call.nth) }),
      hard && `${t("hardMode")}.`,
      hints > 0 && t("hintsUsed", { n: hints }),
    ].filter(Boolean).join(" "),
    squares: confession.steps.map(({ hit }) => hit),
  };
}

function dealt({ honest, steps }) {
  if (honest) return t("dealtFair");
  const nth = corneredAt(steps);
  return nth === null ? t("shareNever", { n: steps.at(-1).after }) : t("shareCornered", { nth: ordinal(nth) });
}
