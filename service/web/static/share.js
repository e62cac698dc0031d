// The ways to tell others of a game: never its word, and who dealt only where nobody can still play it.

import { CLAIMS, isRight } from "./accusation.js";
import { BASE } from "./api.js";
import { ANY } from "./choices.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { picture } from "./graph.js";
import { dayOfMonth, ordinal, t } from "./language.js";
import { nameOfMisses } from "./misses.js";
import { corneredAt } from "./sheets.js";

export const DAY = 86_400_000; // milliseconds
const HERE = BASE.href; // not the game's address: that shows the word

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

export const asText = ({ title, told, squares }, link) =>
  [title, squares.map((hit) => (hit ? "⬛" : "🟥")).join(""), told, link].join("\n");

// Where others can play: the same game, and they are not told who deals: equal guesses get equal answers. It has the
// squares to beat. The day's game is on the first screen.
export function linkOf(game, { squares }, ours) {
  if (!isShared(game, ours)) return HERE;
  const { seed, length, max_misses: most, dictionary } = game;
  const choices = { seed, length, dealer: ANY, misses: nameOfMisses(most), words: dictionary, hits: squares.map(Number).join("") };
  return `${HERE}#/new?${new URLSearchParams(choices)}`;
}

export const watchLink = ({ watch_id: name }) => `${HERE}#watch=${name}`;
export const playLink = ({ id }) => `${HERE}#${id}`;

// The addresses of a game that is played: to watch it, and to play along.
export function openInvitation(game) {
  const copying = (link, label) => {
    const told = reported();
    return [el("button", { type: "button", class: "wide", click: () => copied(link).then((how) => report(told, how, link)) }, label), told];
  };
  dialog(t("inviteOthers"),
    el("p", {}, t("watchersCannot")),
    ...copying(watchLink(game), t("copyWatchLink")),
    el("p", {}, el("a", { href: `#watch=${game.watch_id}`, target: "_blank" }, t("openBoard"))),
    el("p", {}, t("playersCan")),
    ...copying(playLink(game), t("copyPlayLink")));
}

// `drawn` is the picture, if it tells nothing that others must not know.
export function openShare(game, confession, ours, drawn) {
  const tale = story(game, confession, ours);
  shareSheet(tale, linkOf(game, tale, ours), drawn, el("p", { class: "note" }, t("noSpoilers")));
}

// The sheet to share a tale: its title, its squares, what is told, and a link.
export function shareSheet(tale, link, drawn, ...notes) {
  const sheet = dialog(t("share"),
    el("div", { class: "card" }, el("p", {}, el("b", {}, tale.title)), squares(tale), el("p", {}, tale.told), drawn?.canvas,
      el("p", { class: "note" }, link)),
    ...sending(asText(tale, link), t("copy"), drawn?.file), ...notes);
  sheet.lastChild.classList.remove("main"); // Share or Copy is
}

// The picture of a game and its file, drawn beforehand: a browser lets us share only soon after a press.
export function pictureOf(game, confession, ours) {
  if (!isOpen(game, ours)) return null;
  const { title, told } = story(game, confession, ours);
  const { canvas, ready } = picture(confession.steps, [title, told]);
  return { canvas, file: ready.then(() => fileOf(canvas)) };
}

export const squares = ({ squares: all }) =>
  el("p", { class: "squares", "aria-hidden": "true" }, all.map((hit) => el("span", { class: hit ? "hit" : "miss" })));

// Buttons that hand a text on, and a picture where that can be; and what became of it. `ways` has another label for
// sharing it, and what to say then.
export function sending(text, label, file, ways = {}) {
  const told = reported();
  const give = () => share(text, file).then((how) => report(told, how, text, ways.sent));
  const take = () => copied(text).then((how) => report(told, how, text));
  const canShare = Boolean(navigator.share);
  return [
    canShare && el("button", { type: "button", class: "main wide", click: give }, ways.label ?? t("shareThis")),
    el("button", { type: "button", class: canShare ? "wide" : "main wide", click: take }, label),
    told,
  ].filter(Boolean);
}

// Where a report will stand: its line is there before, so that nothing moves.
const reported = () => el("div", { class: "note report", role: "status" });

function report(said, how, text, sent) {
  if (how === "shared" && sent) said.replaceChildren(sent);
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
