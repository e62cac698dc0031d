// What the end of a game offers to play next.

import { anyWord, chosenGame } from "./choices.js";
import { DAY, nextIn } from "./daily.js";
import { inARow } from "./day_card.js";
import { el } from "./dom.js";
import { t } from "./language.js";
import { remembered } from "./remembered.js";
import { countedResults } from "./results.js";
import { daysInARow } from "./totals.js";

// Starts a game with the choices of this device if this game had them, and with any word otherwise.
const again = (page, { chosen }) => (event) => page.play(event, chosen ? chosenGame : anyWord);

export const playOn = (page, { daily }, ours) =>
  (ours.set ? el("a", { class: "button main", href: "#/word" }, t("wordBack"))
    : el("button", { type: "button", class: "main", click: again(page, ours) }, t(daily ? "fairOrCheat" : "again")));

// The lines below: another kind of game after a friend's word, and the next day after a day's game.
export const after = (page, { daily }, ours) => [ours.set && afterAFriend(page, ours), daily && afterTheDay(daily, ours)];

// A player who came by a friend's link may not know yet that dealers cheat: then the lesson comes first.
function afterAFriend(page, ours) {
  const judge = remembered("taught", false)
    ? el("button", { type: "button", class: "link", click: again(page, ours) }, t("fairOrCheat"))
    : el("a", { href: "#/fair-or-cheat" }, t("fairOrCheat"));
  return el("p", { class: "other-game" }, judge);
}

// There is no other day's game before tomorrow: says how long that is.
function afterTheDay(daily, { result }) {
  const days = daysInARow(countedResults());
  const parts = [result && days > 1 && inARow(days), nextIn(Date.parse(daily) + DAY)];
  return el("p", { class: "other-game note" }, parts.filter(Boolean).join(" · "));
}
