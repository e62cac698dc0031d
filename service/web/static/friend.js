// What a friend's link leads to: a game that they have played, the same for you if you guess the same; or a word that they
// have set, for a game of your own.

import { wordsOf } from "./choices.js";
import { el } from "./dom.js";
import { Problem } from "./hangman.js";
import { language, languageName, t } from "./language.js";
import { missesAllowed, missesNamed } from "./misses.js";
import { gameLike, wordSetHere } from "./playing.js";
import { results } from "./results.js";
import * as service from "./service.js";
import { squares } from "./share.js";
import { WATCH_ID } from "./watch.js";

export function friendScreen(page, address) {
  const link = new URLSearchParams(address);
  const wanted = gameOf(link);
  const hits = [...(/^[01]{1,64}$/.exec(link.get("hits"))?.[0] ?? "")].map((digit) => digit === "1");
  invite(page, { title: t("fromAFriend"), lead: t("sameGame"), wanted },
    hits.length > 0 && [squares({ squares: hits }), el("p", { class: "lead" }, toBeat(hits, wanted))]);
}

// Nobody is asked to beat the misses of somebody who was hanged: that is to survive.
function toBeat(hits, { max_misses: most }) {
  const misses = hits.filter((hit) => !hit).length;
  return misses < most ? t("beat", { n: misses }) : t("surviveIt");
}

// Each device that opens the link has one game with the word. It plays a copy, never the game that the friend has made.
export async function wordOfFriendScreen(page, watchId) {
  const begun = gameLike(watchId);
  if (begun) return location.replace(`#${begun}`);
  const [{ content: game }, dictionaries] = await Promise.all([
    service.get(`watch/${WATCH_ID.test(watchId) ? watchId : "none"}`, page.patience),
    service.dictionaries(page.patience),
  ]);
  if (!game.copyable) throw new Problem({ code: "not-copyable" });
  const { writing, language: code } = wordsOf(game, dictionaries).dictionary;
  const [ours, played] = [wordSetHere(watchId), results().findLast(({ like }) => like === watchId)];
  const title = t(ours ? "wordForAFriend" : "wordFromAFriend");
  return invite(page, { title, lead: t(ours ? "ownWord" : "setForYou"), wanted: { like: watchId }, game },
    code.split("-")[0] !== language && el("p", { class: "note" }, t("otherWords", { language: languageName(code) })),
    ours && el("p", {}, t("yourWordIs", { word: writing.capitals(ours.word) })),
    played && el("p", {}, el("a", { href: `#${played.id}` }, t("howItWent"))));
}

// The screen with the button that starts the `wanted` game. `game`: what is known of it, if that is not all wanted.
function invite(page, { title, lead, wanted, game = wanted }, ...more) {
  page.show(
    el("div", { class: "column" },
      el("h1", { tabindex: -1 }, title),
      el("p", { class: "lead" }, lead),
      el("div", { class: "card" },
        el("h2", {}, game.length ? t("heading", { n: game.length }) : t("anyWord")),
        el("p", { class: "note" }, missesAllowed(game.max_misses)),
        ...more.filter(Boolean),
        el("button", { type: "button", class: "main large wide", click: () => page.play(null, () => wanted) }, t("play"))),
      page.status, page.trouble),
  );
}

// The game that the link describes. The service chooses what is missing or malformed there.
function gameOf(link) {
  const whole = (name) => (/^\d{1,16}$/.test(link.get(name) ?? "") ? Number(link.get(name)) : null);
  const [seed, length] = ["seed", "length"].map(whole);
  return {
    ...(seed !== null && { seed }),
    ...(length && { length }),
    ...(link.get("dealer") && { dealer: link.get("dealer") }),
    ...(link.get("words") && { dictionary: link.get("words") }),
    max_misses: missesNamed(link.get("misses")),
  };
}
