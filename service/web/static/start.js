// The first screen: one press and you play, or choose the game first.

import { anyWord, fields, ofThisLanguage, standard, summary } from "./choices.js";
import { dailyCard, forgetDay, isTodays } from "./daily.js";
import { lastDeal, teaserOf } from "./deals.js";
import { el, silent } from "./dom.js";
import { drawing } from "./drawing.js";
import { pause } from "./hangman.js";
import { languageName, t } from "./language.js";
import { ENDLESS } from "./misses.js";
import { forgetExpired, hasExpired, isOverdue, isThere, unfinished } from "./playing.js";
import { remember, remembered } from "./remembered.js";
import * as service from "./service.js";
import { openSettings } from "./settings.js";
import { struck } from "./stroke.js";

const SOON = 1000; // milliseconds that all other requests wait for the day's game

export async function startScreen(page) {
  let picture = atRest();
  const brief = el("span", { class: "quiet" });
  const options = el("details", { open: remembered("open", false) },
    el("summary", { class: "onward" }, el("b", {}, t("choose")), brief));
  const note = el("p", { class: "note" });
  const going = onward("a", t("goOn"), {});
  const expired = forget();
  const today = dailyCard(page);
  page.show(
    el("div", { class: "start" },
      el("div", { class: "cover" },
        el("h1", { tabindex: -1 }, struck(t("fair"), 1, { "aria-hidden": "true" }), " ", t("title")),
        el("p", { class: "lead" }, t("lead"), el("br"), t("lead.more")),
        picture),
      el("div", { class: "games" }, today.node, page.status, page.trouble, note,
        going,
        onward("button", t("fairOrCheat"), { type: "button", click: (event) => page.play(event, anyWord) }, t("youJudge")),
        remembered("taught", false) && onward("a", t("youDeal"), { href: "#/deal" }, t(teaserOf(lastDeal()))),
        onward("a", t("wordForAFriend"), { href: "#/word" }, t("youPickIt")),
        options)),
  );
  if (expired) page.say(t("expired"));
  const bringIntoView = () => options.open && options.scrollIntoView({ block: "nearest" });
  options.addEventListener("toggle", () => {
    if (options.open !== remembered("open", false)) bringIntoView();
    remember("open", options.open);
  });
  document.addEventListener("settings", () => {
    const before = picture;
    before.replaceWith((picture = atRest()));
  }, { signal: page.signal });
  update();
  overdue().catch(() => {}); // they are not offered now

  await Promise.race([today.known, pause(SOON, page.signal)]);
  const ours = await ofThisLanguage(page.patience);
  const words = await service.dictionaries(page.patience);
  if (!ours) note.textContent = t("otherWords", { language: languageName(standard(words).language) });
  const wasOpen = options.open;
  if (!wasOpen) await new Promise((opened) => options.addEventListener("toggle", opened, { once: true }));
  const dealers = await service.dealers(page.patience);
  options.append(el("div", { class: "fields" }, ...fields(words, dealers, ours, update, page.play)));
  if (!wasOpen) bringIntoView();

  function update() {
    brief.textContent = summary();
  }

  // Forgets the games that are gone, and offers the last of the others. Returns whether any was gone.
  function forget() {
    const gone = forgetExpired();
    gone.forEach(forgetDay);
    const last = unfinished().find((game) => !isTodays(game.id) && !isOverdue(game))?.id;
    going.hidden = !last;
    going.href = `#${last}`;
    return gone.length > 0;
  }

  // Asks for the games that have expired by the clock of this device.
  async function overdue() {
    for (const { id } of unfinished().filter(isOverdue)) {
      await service.get(`games/${id}`, { signal: page.signal, cache: "no-store" }).then(() => isThere(id), (error) => {
        if (error.kind !== "game-not-found") throw error;
        hasExpired(id);
      });
    }
    if (!forget()) return;
    page.say(t("expired"));
    today.update();
  }
}

function atRest() {
  const picture = drawing();
  picture.update({ misses: 0, max_misses: ENDLESS, status: "in_progress" });
  return picture.node;
}

const onward = (name, text, attributes, more) =>
  el(name, { class: "onward", ...attributes }, el("b", {}, text), more ? el("span", { class: "quiet" }, more) : silent("→"));

// The foot of the first screen.
export const foot = (page) => [
  el("a", { href: "#/statistics" }, t("statistics")),
  el("button", { type: "button", class: "link", click: () => openSettings(page) }, t("settings")),
  el("a", { href: "docs" }, t("api")),
  el("span", {}, t("source")),
];
