// A link for a group that tells everybody another word: the offer after a cheat has won, and what this device knows of it.

import { GROUP } from "./address.js";
import { revealsAt } from "./daily.js";
import { el } from "./dom.js";
import { newKey } from "./hangman.js";
import { moment, t } from "./language.js";
import { remember, remembered } from "./remembered.js";
import { BASE } from "./service.js";
import { isSecret, sending } from "./share.js";
import { corneredAt } from "./sheets.js";

const FEWEST_WORDS = 3; // with fewer left, the service gives no words out
const MOST = 50; // games

const groupLink = ({ watch_id: name }) => `${BASE.href}#${GROUP}${name}`;

// Whether there are words for others: never in a day's game that others can still play.
export const hasWords = (game, honest, steps) =>
  isLie(game, honest) && steps.at(-1).after >= FEWEST_WORDS && !isSecret(game);

const isLie = ({ status }, honest) => !honest && status === "lost";

// The offer of the link, or a line that says why there is none; nothing where nobody expects one.
export function forGroup(game, honest, steps) {
  if (hasWords(game, honest, steps)) return offer(game);
  if (!isLie(game, honest) || corneredAt(steps) !== null) return null;
  if (steps.at(-1).after < FEWEST_WORDS) return why(t("tooFewWords", { n: FEWEST_WORDS }));
  const from = revealsAt(game.daily);
  return Date.parse(game.expires_at) > from ? why(t("linkFrom", { from: moment(from) })) : null;
}

const why = (text) => el("p", { class: "note no-link" }, text);

// The offer of the link. It is made to the player, so this device never claims a word.
function offer(game) {
  keepOurs(game.watch_id);
  return el("section", { class: "group" },
    el("h2", {}, t("sendToGroup")),
    el("p", {}, t("everyWordFits")),
    ...ways(game),
    el("p", { class: "note" }, until(game), " ", el("a", { href: `#${GROUP}${game.watch_id}` }, t("whoOpened"))));
}

export const ways = (game) =>
  sending(`${t("lookAtTheWord")}\n${groupLink(game)}`, t("copyLink"), { label: t("shareLink"), sent: t("sent") });

export const until = ({ expires_at: time }) => t("linkWorks", { until: moment(time) });

// The games with such a link that this device knows, by watch id. `ours`: it has played this one itself; otherwise the key of
// its claim and the word that it got. `told`: that word, as it has shown it. `seen`: how many people had opened the link when it last
// looked.
const claims = () => remembered("claims", []);
const known = (watchId) => claims().find(({ game }) => game === watchId);

export const isOurs = (watchId) => known(watchId)?.ours ?? false;
export const keepOurs = (watchId) => keepClaim({ game: watchId, ours: true });

// This device's claim on a word of a game. Its key is stored before it is sent, so that a retry gets the same word.
export const claimOn = (watchId) => known(watchId) ?? keepClaim({ game: watchId, key: newKey() });

export function keepClaim(claim) {
  const others = claims().filter(({ game }) => game !== claim.game);
  remember("claims", [{ ...known(claim.game), ...claim }, ...others].slice(0, MOST));
  return known(claim.game) ?? claim; // a device may refuse to remember
}
