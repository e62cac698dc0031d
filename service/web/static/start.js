// The first screen: one press and you play, or choose the game first.

import * as api from "./api.js";
import { chosen, fields, ofThisLanguage, summary } from "./choices.js";
import { el, seen } from "./dom.js";
import { drawing } from "./drawing.js";
import { language, languages, t } from "./language.js";
import { inLines } from "./pattern.js";
import { lastGame } from "./playing.js";
import { remember, remembered } from "./remembered.js";
import { openSettings } from "./settings.js";
import { struck } from "./stroke.js";

const USUAL = 8; // slots, if the length is not chosen

export async function startScreen(page) {
  let picture = atRest();
  const card = el("div", { class: "card" });
  const brief = el("span", { class: "quiet" });
  const options = el("details", { open: remembered("open", false) },
    el("summary", { class: "onward" }, el("b", {}, t("choose")), brief));
  const note = el("p", { class: "note" });
  const last = lastGame();
  page.show(
    el("div", { class: "start" },
      el("div", { class: "cover" },
        el("h1", { tabindex: -1 }, struck(t("fair"), 1, { "aria-hidden": "true" }), " ", t("title")),
        el("p", { class: "lead" }, t("lead"), el("br"), t("lead.more")),
        picture),
      el("div", { class: "games" }, card, page.status, page.trouble, note,
        last && el("a", { class: "onward", href: `#${last}` }, el("b", {}, t("goOn")), seen("→")),
        options)),
  );
  options.addEventListener("toggle", () => remember("open", options.open));
  document.addEventListener("settings", () => {
    const before = picture;
    before.replaceWith((picture = atRest()));
  }, { signal: page.signal });
  update();

  const ours = await ofThisLanguage(page.patience);
  const { name } = languages.find(({ code }) => code === language);
  if (!ours) note.textContent = t("noDictionary", { language: name });
  if (!options.open) await new Promise((opened) => options.addEventListener("toggle", opened, { once: true }));
  const [dictionaries, dealers] = await Promise.all([api.dictionaries(page.patience), api.dealers(page.patience)]);
  options.append(el("div", { class: "fields" }, ...fields(dictionaries, dealers, ours, update)));

  function update() {
    brief.textContent = summary();
    card.replaceChildren(...newGame(page));
  }
}

function atRest() {
  const picture = drawing();
  picture.update({ misses: 0, max_misses: null, status: "in_progress" });
  return picture.node;
}

function newGame(page) {
  const { length } = chosen();
  const letters = Number(length) || USUAL;
  const empty = Array.from({ length: letters }, () => el("span", { class: "hidden" }));
  return [
    el("h2", {}, length ? t("heading", { n: letters }) : t("anyWord")),
    el("p", { class: "note" }, summary()),
    inLines(seen("", { class: "pattern" }, empty), letters),
    el("button", { type: "button", class: "main large wide", click: page.play }, t("play")),
  ];
}

// What stands at the foot of the first screen.
export const foot = () => [
  el("a", { href: "#/statistics" }, t("statistics")),
  el("button", { type: "button", class: "link", click: openSettings }, t("settings")),
  el("a", { href: "docs" }, t("api")),
  el("span", {}, t("source")),
];
