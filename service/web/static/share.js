// The ways to tell others of a game, without giving the word away.

import { isSecret, story } from "./accusation.js";
import { BASE } from "./api.js";
import { ANY } from "./choices.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { picture } from "./graph.js";
import { t } from "./language.js";
import { nameOfMisses } from "./misses.js";

const HERE = BASE.href; // not the game's address: that shows the word

export const asText = ({ parts, squares }) =>
  [parts.join(" · "), squares.map((hit) => (hit ? "⬜" : "🟥")).join(""), HERE].join("\n");

// The same game for somebody else, who is not told who deals: equal guesses get equal answers.
export function linkOf({ seed, length, max_misses: most, dictionary }) {
  const choices = { seed, length, dealer: ANY, misses: nameOfMisses(most), words: dictionary };
  return `${HERE}#/new?${new URLSearchParams(choices)}`;
}

export const watchLink = ({ watch_id: name }) => `${HERE}#watch=${name}`;
export const playLink = ({ id }) => `${HERE}#${id}`;

// The addresses of a game that is played: to watch it, and to play along.
export function openInvitation(game) {
  const told = el("div", { class: "note", role: "status" });
  const take = (link) => ({ currentTarget }) => {
    currentTarget.after(told);
    copied(link).then((how) => report(told, how, link));
  };
  dialog(t("inviteOthers"),
    el("p", {}, t("watchersCannot")),
    el("button", { type: "button", class: "wide", click: take(watchLink(game)) }, t("copyWatchLink")),
    el("p", {}, el("a", { href: `#watch=${game.watch_id}`, target: "_blank" }, t("openBoard"))),
    el("p", {}, t("playersCan")),
    el("button", { type: "button", class: "wide", click: take(playLink(game)) }, t("copyPlayLink")),
    told);
}

export function openShare(game, confession, ours) {
  const tale = story(game, confession, ours);
  const said = el("div", { class: "note", role: "status" });
  const drawn = !isSecret(game) && picture(confession.steps, tale.parts.slice(0, 3));
  const again = ours.drawn && !game.daily && el("button", { type: "button", class: "wide",
    click: () => copied(linkOf(game)).then((how) => report(said, how, linkOf(game))) }, t("linkToSame"));
  const sheet = dialog(t("share"),
    el("div", { class: "card" }, el("p", {}, el("b", {}, tale.parts.join(" · "))), squares(tale), drawn,
      el("p", { class: "note" }, HERE)),
    ...sending(asText(tale), t("copy"), drawn),
    again,
    el("p", { class: "note" }, t("noSpoilers")),
    said);
  sheet.lastChild.classList.remove("main"); // Share or Copy is
}

const squares = ({ squares: all }) =>
  el("p", { class: "squares", "aria-hidden": "true" }, all.map((hit) => el("span", { class: hit ? "hit" : "miss" })));

// Buttons that hand a text on, and a picture where that can be; and what became of it.
export function sending(text, label, canvas) {
  const told = el("div", { class: "note", role: "status" });
  const file = canvas && fileOf(canvas); // now: a browser lets us share only soon after a press
  const give = () => share(text, file).then((how) => report(told, how, text));
  const take = () => copied(text).then((how) => report(told, how, text));
  const canShare = Boolean(navigator.share);
  return [
    canShare && el("button", { type: "button", class: "main wide", click: give }, t("shareThis")),
    el("button", { type: "button", class: canShare ? "wide" : "main wide", click: take }, label),
    told,
  ].filter(Boolean);
}

function report(said, how, text) {
  if (how === "copied") said.replaceChildren(t("shared"));
  if (how !== "shown") return;
  const area = el("textarea", { readonly: true, rows: 3 }, text);
  said.replaceChildren(el("label", {}, t("notShared"), area));
  area.select();
}

// Hands a text to the device's way of sharing: "shared", or what became of it otherwise; null if
// the person thought better of it.
async function share(text, file) {
  try {
    const files = [await file].filter(Boolean);
    await navigator.share(files.length && navigator.canShare?.({ files }) ? { text, files } : { text });
    return "shared";
  } catch (error) {
    return error.name === "AbortError" ? null : copied(text);
  }
}

const fileOf = (canvas) => new Promise((resolve) =>
  canvas.toBlob((blob) => resolve(new File([blob], "evil-hangman.png", { type: "image/png" }))));

// "copied", or "shown" if the clipboard does not take it.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text); // only where the page came over HTTPS
    return "copied";
  } catch {
    return "shown";
  }
}
