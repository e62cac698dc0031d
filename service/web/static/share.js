// The ways to share a game: never with its word, and with its dealer only if nobody else can still play it.

import { CLAIMS, isRight } from "./accusation.js";
import { LIKE, WATCH } from "./address.js";
import { ANY } from "./choices.js";
import { revealsAt } from "./daily.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { dayOfMonth, ordinal, t } from "./language.js";
import { nameOfMisses } from "./misses.js";
import { SET, playing } from "./playing.js";
import { BASE } from "./service.js";
import { corneredAt } from "./sheets.js";

const HERE = BASE.href; // not the game's address: that shows the word

// The dealer of the day's game stays secret until the day is revealed.
export const isSecret = ({ daily }) => daily !== null && Date.now() < revealsAt(daily);

// Whether the link to share leads to the same game: if the service drew the dealer.
export const isShared = ({ daily }, { drawn }) => drawn === true && daily === null;

// Whether the text may name the dealer: not while others can play the game, and not if this device does not know that.
export const isOpen = (game, { drawn, set }) => !isSecret(game) && (game.daily !== null || drawn === false || set === true);

// The lines to share, and the guesses as squares. `ours` is what this device knows of the game.
export function story(game, confession, ours) {
  const { hints, hard } = ours;
  const open = isOpen(game, ours);
  return {
    title: [t("title"), game.daily ? dayOfMonth(game.daily) : dayOfMonth(game.created_at)].join(", "),
    text: [
      ...(open ? [...dealt(game, confession), judged(confession, ours)] : [endOf(game), judgedBlindly(confession, ours)]),
      hard && `${t("hardMode")}.`,
      hints > 0 && t("hintsUsed", { n: hints }),
    ].filter(Boolean).join(" "),
    squares: confession.steps.map(({ hit }) => hit),
  };
}

const endOf = ({ status, misses }) => (status === "won" ? t("shareWon", { n: misses }) : t("shareLost"));

// “27 words still fitted.”: that the player was hanged goes without saying.
function dealt(game, { honest, steps }) {
  if (honest) return [endOf(game), t("dealtFair")];
  const nth = corneredAt(steps);
  return nth === null ? [t("shareFitted", { n: steps.at(-1).after })] : [endOf(game), t("shareCornered", { nth: ordinal(nth) })];
}

// “I caught it at my 4th guess.”
function judged({ honest }, { claim, call }) {
  if (!CLAIMS.includes(claim)) return "";
  const name = `shared.${claim}.${honest ? "fair" : "cheat"}`;
  return call ? t(`${name}.early`, { nth: ordinal(call.nth) }) : t(name);
}

// The same while others can still play the game: it does not tell what the dealer was.
const judgedBlindly = ({ honest }, { claim }) =>
  CLAIMS.includes(claim) && t(isRight(claim, honest) ? "judgedRight" : "judgedWrong");

export const asText = ({ title, text, squares }, link) =>
  [title, squares.map((hit) => (hit ? "⬛" : "🟥")).join(""), text, link].join("\n");

// The link for others. If a friend set the word, it passes that on. If the dealer was drawn, it leads to the same game, where
// equal guesses get equal answers, and has the squares to beat. Of a day's game, it leads to today's. Otherwise it leads to the first screen.
export function linkOf(game, { squares }, ours) {
  if (ours.like) return likeLink({ watch_id: ours.like });
  if (game.daily !== null) return `${HERE}#/today`;
  if (!isShared(game, ours)) return HERE;
  const { seed, length, max_misses: most, dictionary } = game;
  const choices = { seed, length, dealer: ANY, misses: nameOfMisses(most), words: dictionary, hits: squares.map(Number).join("") };
  return `${HERE}#/new?${new URLSearchParams(choices)}`;
}

// The links to a running game say that a friend set its word. Who plays along also learns which dealer the player chose; a
// class that watches judges it.
const known = ({ drawn, dealer }) => (drawn === false && dealer ? `?${dealer}` : "");
const ifSet = ({ set }) => (set ? `?${SET}` : "");
export const watchLink = ({ watch_id: name }, ours = {}) => `${HERE}#${WATCH}${name}${ifSet(ours)}`;
export const playLink = ({ id }, ours = {}) => `${HERE}#${id}${ifSet(ours) || known(ours)}`;
export const likeLink = ({ watch_id: name }) => `${HERE}#${LIKE}${name}`;

// The dialog with the links of a running game: to watch it, and to play along.
export function openInvitation(game) {
  const ours = playing(game.id);
  const copying = (link, label) => {
    const line = reportLine();
    return [el("button", { type: "button", class: "wide", click: () => copied(link).then((outcome) => report(line, outcome, link)) }, label), line];
  };
  dialog(t("inviteOthers"),
    el("p", {}, t("watchersCannot")),
    ...copying(watchLink(game, ours), t("copyWatchLink")),
    el("p", {}, el("a", { href: `#${WATCH}${game.watch_id}`, target: "_blank" }, t("openBoard"))),
    el("p", {}, t("playersCan")),
    ...copying(playLink(game, ours), t("copyPlayLink")));
}

export function openShare(game, confession, ours) {
  const tale = story(game, confession, ours);
  shareSheet(tale, linkOf(game, tale, ours), el("p", { class: "note" }, t("noSpoilers")));
}

// The sheet to share a tale: its title, its squares, its text, and a link.
export function shareSheet(tale, link, ...notes) {
  const sheet = dialog(t("share"),
    el("div", { class: "card" }, el("p", {}, el("b", {}, tale.title)), squares(tale), el("p", {}, tale.text),
      el("p", { class: "note" }, link)),
    ...sending(asText(tale, link), t("copy")), ...notes);
  sheet.lastChild.classList.remove("main"); // Share or Copy is the main button
}

export const squares = ({ squares: all }) =>
  el("p", { class: "squares", "aria-hidden": "true" }, all.map((hit) => el("span", { class: hit ? "hit" : "miss" })));

// Buttons to share a text or to copy it, and a line that reports the outcome.
// `ways` can have another `label` of the first button, and a report for `sent`.
export function sending(text, label, ways = {}) {
  const line = reportLine();
  const give = () => share(text).then((outcome) => report(line, outcome, text, ways.sent));
  const take = () => copied(text).then((outcome) => report(line, outcome, text));
  const canShare = Boolean(navigator.share);
  return [
    canShare && el("button", { type: "button", class: "main wide", click: give }, ways.label ?? t("shareThis")),
    el("button", { type: "button", class: canShare ? "wide" : "main wide", click: take }, label),
    line,
  ].filter(Boolean);
}

// The line for a report: it is there while it is empty, so that nothing moves.
const reportLine = () => el("div", { class: "note report", role: "status" });

function report(line, outcome, text, sent) {
  if (outcome === "shared" && sent) line.replaceChildren(sent);
  if (outcome === "copied") line.replaceChildren(t("shared"));
  if (outcome !== "shown") return;
  const area = el("textarea", { readonly: true, rows: 3 }, text);
  line.replaceChildren(el("label", {}, t("notShared"), area));
  area.select();
}

// Opens the browser's sheet for sharing. Returns "shared", or null if the player cancelled that, or the outcome
// of copying if the sheet failed.
async function share(text) {
  try {
    await navigator.share({ text });
    return "shared";
  } catch (error) {
    return error.name === "AbortError" ? null : copied(text);
  }
}

// Copies a text. Returns "copied", or "shown" if the clipboard refuses it.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text); // only where the page came over HTTPS
    return "copied";
  } catch {
    return "shown";
  }
}
