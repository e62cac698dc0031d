// One link for the group, which tells everybody another word: offered where a cheat has won, and what is known of it.

import { BASE, newKey } from "./api.js";
import { el } from "./dom.js";
import { moment, t } from "./language.js";
import { GROUP } from "./playing.js";
import { remember, remembered } from "./remembered.js";
import { isSecret, sending } from "./share.js";

const FEWEST_WORDS = 3; // with fewer, the service gives none out
const MOST = 50; // games

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

// What this device knows of the games whose words are given out, by watch id: which it has played itself, and for the
// others the key of its claim, the word that it was told, and how many had opened the link when it last looked.
const claims = () => remembered("claims", []);
const known = (watchId) => claims().find(({ game }) => game === watchId);

export const isOurs = (watchId) => known(watchId)?.ours ?? false;
export const keepOurs = (watchId) => keepClaim({ game: watchId, ours: true });

// The claim on a word of a game. Its key is kept before anybody asks with it, so that one device gets one word.
export const claimOn = (watchId) => known(watchId) ?? keepClaim({ game: watchId, key: newKey() });

export function keepClaim(claim) {
  const others = claims().filter(({ game }) => game !== claim.game);
  remember("claims", [{ ...known(claim.game), ...claim }, ...others].slice(0, MOST));
  return known(claim.game) ?? claim; // a device may refuse to remember
}
