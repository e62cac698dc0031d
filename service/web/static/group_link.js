// At the end of a game that a cheat has won: one link for the group, which tells everybody another word.

import { BASE } from "./api.js";
import { keepOurs } from "./claims.js";
import { el } from "./dom.js";
import { moment, t } from "./language.js";
import { GROUP } from "./playing.js";
import { sending } from "./share.js";
import { isSecret } from "./story.js";

const FEWEST_WORDS = 3; // with fewer, the service gives none out

const groupLink = ({ watch_id: name }) => `${BASE.href}#${GROUP}${name}`;

// Whether there is a word for others: never in a day's game that others can still play.
export const hasWords = (game, honest, steps) =>
  !honest && game.status === "lost" && steps.at(-1).after >= FEWEST_WORDS && !isSecret(game);

// Whoever is offered the link is the player: this device gets no word.
export function offer(game) {
  keepOurs(game.watch_id);
  return el("section", { class: "group" },
    el("h2", {}, t("sendToGroup")),
    el("p", {}, t("everyWordFits")),
    ...ways(game),
    el("p", { class: "note" }, until(game), " ", el("a", { href: `#${GROUP}${game.watch_id}` }, t("whoOpened"))));
}

export const ways = (game) =>
  sending(`${t("lookAtTheWord")}\n${groupLink(game)}`, t("copyLink"), null, { label: t("shareLink"), sent: t("sent") });

export const until = ({ expires_at: time }) => t("linkWorks", { until: moment(time) });
