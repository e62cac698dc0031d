// The ladder: a sheet for each guess, with all words that fitted then and what the dealer did to them.

import { bar, beam } from "./bar.js";
import { el, silent, spoken } from "./dom.js";
import { list, t } from "./language.js";
import { placed, slots } from "./pattern.js";
import { tail } from "./sheets.js";

const EXAMPLES = 5; // words thrown away that a sheet names

// A sheet of one guess, or of several wasted ones. `width` is that of its bar; a tap calls `go` with the guess's number.
export function sheet(guesses, width, go) {
  const [first] = guesses;
  const { writing } = first;
  const last = guesses.at(-1);
  const lines = spokenLines(guesses);
  const review = el("div", { class: "review" });
  const unfold = el("button", { type: "button", class: "unfold", "aria-expanded": "false",
    "aria-label": t("unfold", { guess: names(guesses) }), click: () => open(!isOpen()) });
  const [words, pieces] = bar(last, width, () => open(true));
  const node = el("li", { class: first.word ? "sheet whole" : guesses.length > 1 ? "sheet several" : "sheet", id: `guess-${first.nth}` },
    el("div", { class: "page" },
      el("p", { class: "spoken sentence" }, lines),
      el("div", { class: "told", "aria-hidden": "true" },
        slots(first.was, writing),
        el("span", { class: "open" }, t("words", { n: first.before })),
        el("span", { class: "letters", ...writing.attributes }, names(guesses)),
        el("div", { class: "what" }, el("p", { class: "answer" }, answer(last)), lost(guesses))),
      unfold, review, words),
    pieces, beam(last));
  node.addEventListener("click", ({ target }) => target.closest("button") ?? go(last.nth));

  const isOpen = () => node.classList.contains("open-sheet");
  function open(is) {
    node.classList.toggle("open-sheet", is);
    unfold.ariaExpanded = String(is);
  }

  return { node, guesses, open, review };
}

// Hides the minor sheets of a ladder on a phone, and adds a button with this text that shows all of them. Returns a function
// that does the same.
export function fold(ladder, text) {
  const all = el("button", { type: "button", class: "wide all-guesses unprinted", click: unfold }, text);
  ladder.classList.add("folded-ladder");
  ladder.after(all);
  return unfold;

  function unfold() {
    ladder.classList.remove("folded-ladder");
    if (document.activeElement === all) ladder.querySelector(".minor button")?.focus();
    all.remove();
  }
}

// The foot of a ladder: what was left at the end, and the guesses after the end was certain.
export function lastRung(game, guesses) {
  const { writing } = game;
  const { after, honest } = guesses.at(-1);
  const isFound = honest && game.status === "won";
  const certain = t(isFound ? "won.fair" : honest ? "onlyItFitted" : "isCornered", { word: writing.capitals(game.word) });
  const end = tail(guesses);
  return el("li", { class: "sheet last-sheet" },
    el("div", { class: "page" }, el("p", { class: "what-was-left" }, after > 1 ? t("stillFitting", { n: after }) : certain)),
    end.length > 0 && spelled(end));
}

// Those guesses, folded.
function spelled(guesses) {
  const [{ writing }] = guesses;
  const missed = guesses.filter(({ hit }) => !hit);
  const row = el("ul", { class: "spelled", role: "list", ...writing.attributes }, guesses.map(({ name, hit, honest }) =>
    el("li", { class: hit ? null : "quiet" }, hit || honest ? name : el("s", {}, name),
      spoken(`, ${t(hit ? "hit" : "miss")}`))));
  const details = el("div", { class: "folded" }, row,
    missed.length > 0 && el("p", {}, t("spelledMisses", { n: missed.length })));
  const toggle = el("button", { type: "button", class: "tail", "aria-expanded": "false", click: () => {
    toggle.ariaExpanded = String(!details.classList.toggle("folded"));
  } }, el("span", {}, t("spelled")), silent(guesses.map(({ name }) => name).join(" "), writing.attributes));
  return el("div", { class: "tail-of-game" }, el("p", { class: "printed" }, t("spelled")), toggle, details);
}

export const names = (guesses) => list(guesses.map(({ name }) => name), guesses.length > 1 ? "unit" : "conjunction");

// The answer as the dealer gave it; that of a cheat is in quotation marks.
export function answer({ word, hit, positions, honest }) {
  const text = word ? t(hit ? "saidWord" : "saidNotWord") : t(hit ? "saidHit" : "saidMiss", placed(positions));
  return honest ? text : t("quoted", { text });
}

// The words that a guess ruled out.
function lost(guesses) {
  const [step] = guesses;
  const { before, after, dropped, honest, writing } = step;
  if (step.wasted) return el("p", {}, wasted(guesses));
  if (before === after) return el("p", {}, t("onlyAnswer"));
  const gone = before - after;
  const examples = dropped.slice(0, EXAMPLES).map((word) => writing.capitals(word));
  const names = examples.flatMap((word) => [honest ? el("span", {}, word) : el("s", {}, word), " "]);
  return [
    el("p", {}, t(honest ? "ruledOut" : "thrownAwayOf", { n: gone, gone, before })),
    el("p", { class: "dropped-words", ...writing.attributes }, names, gone > examples.length && "…"),
  ];
}

const wasted = (guesses) => `${t("inNoWord")} ${t("forNothing", { n: guesses.length })}`;

// The sheet as one sentence, for screen readers and for paper.
function spokenLines(guesses) {
  const [step] = guesses;
  const { before, after, dropped, honest, dealt, writing } = step;
  const values = { n: before - after, gone: before - after, before, after };
  const start = `${t(dealt ? "itAsked" : "youSaid", { guess: names(guesses) })} ${answer(step)}`;
  if (step.wasted) return `${start} ${wasted(guesses)}`;
  if (before === after) return `${start} ${t("onlyAnswer")}`;
  const examples = list(dropped.slice(0, EXAMPLES).map((word) => writing.capitals(word)));
  return `${start} ${t(honest ? "spokenRuledOut" : dealt ? "dealtThrownAway" : "spokenThrownAway", values)} ${t("amongThem", { words: examples })}`;
}
