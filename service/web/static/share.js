// What of a game can be told to others without giving the word away, and the ways to tell it.

import { BASE } from "./api.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { dayOfMonth, t } from "./language.js";
import { nameOfMisses } from "./misses.js";

const HERE = BASE.href; // not the game's address: that shows the word

export function story(game, { honest, guesses }, { hints, hard }) {
  const { words_before: all } = guesses[0];
  const { words_left: fitting } = guesses.at(-1);
  const letters = t("letters", { n: game.length });
  const end = game.status === "won"
    ? t("shareWon", { n: game.misses, letters })
    : t("shareLost", { n: guesses.length, letters });
  const open = game.status === "lost" && fitting > 1 && t("shareOpen", { n: fitting });
  const odds = !honest && all >= 2 * fitting && t("shareOdds", { n: Math.round(all / fitting) });
  return {
    title: `${[t("title"), game.date && dayOfMonth(game.date)].filter(Boolean).join(", ")}: ${end}`,
    squares: guesses.map(({ hit }) => hit),
    facts: [open, odds].filter(Boolean).join(" "),
    help: [hard && t("hardMode"), hints > 0 && t("hintsUsed", { n: hints })].filter(Boolean).join(" "),
  };
}

export const asText = ({ title, squares, facts, help }) =>
  [title, squares.map((hit) => (hit ? "⬛" : "🟥")).join(""), facts, help, HERE].filter(Boolean).join("\n");

// The same game for somebody else: equal guesses get equal answers.
export function linkOf({ seed, length, dealer, max_misses: most, dictionary }) {
  const choices = { seed, length, dealer, misses: nameOfMisses(most), words: dictionary };
  return `${HERE}#/new?${new URLSearchParams(choices)}`;
}

export const watchLink = ({ watch_id: name }) => `${HERE}#watch=${name}`;
export const playLink = ({ id }) => `${HERE}#${id}`;

// The addresses of a game that is played: to watch it, and to play along.
export function openInvitation(game) {
  const told = el("div", { class: "note", role: "status" });
  const take = (link) => () => copied(link).then((how) => report(told, how, link));
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
  const give = (text) => share(text).then((how) => report(said, how, text));
  const take = (text) => copied(text).then((how) => report(said, how, text));
  const text = asText(tale);
  dialog(t("share"),
    card(tale),
    Boolean(navigator.share) &&
      el("button", { type: "button", class: "main wide", click: () => give(text) }, t("shareThis")),
    el("button", { type: "button", class: "wide", click: () => take(text) }, t("copy")),
    !ours.set && // its seed deals another word
      el("button", { type: "button", class: "wide", click: () => take(linkOf(game)) }, t("forAFriend")),
    el("p", { class: "note" }, t("noSpoilers")),
    said);
}

function card({ title, squares, facts, help }) {
  const row = squares.map((hit) => el("span", { class: hit ? "hit" : "miss" }));
  return el("div", { class: "card" }, el("p", {}, el("b", {}, title)),
    el("p", { class: "squares", "aria-hidden": "true" }, row),
    facts && el("p", {}, facts), help && el("p", { class: "note" }, help),
    el("p", { class: "note" }, HERE));
}

// Buttons that hand a text on, and what became of it.
export function sending(text, label) {
  const told = el("div", { class: "note", role: "status" });
  const give = () => share(text).then((how) => report(told, how, text));
  const take = () => copied(text).then((how) => report(told, how, text));
  return [
    Boolean(navigator.share) && el("button", { type: "button", class: "main wide", click: give }, t("shareThis")),
    el("button", { type: "button", class: "wide", click: take }, label),
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
function share(text) {
  return navigator.share({ text }).then(
    () => "shared",
    (error) => (error.name === "AbortError" ? null : copied(text)),
  );
}

// "copied", or "shown" if the clipboard does not take it.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text); // only where the page came over HTTPS
    return "copied";
  } catch {
    return "shown";
  }
}
