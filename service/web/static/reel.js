// After a loss to a cheat, the slots that were never shown run through words that fitted: there never was one word.

import { el, silent } from "./dom.js";

const WORDS = 8;
const TURN = 70; // milliseconds a word
const APART = 90; // milliseconds between the stops
const ROW = 1.2; // em
const OVERSHOOT = 3; // pixels

// `word` is the node of the pattern, `others` are the words. Its own letters stay hidden until the reels stop.
export function spin(word, game, others, motions, from) {
  const turns = Array.from({ length: WORDS }, (_, index) => others[index % others.length]);
  const places = [...game.pattern].flatMap((letter, place) => (letter === "_" ? [place] : []));
  [...word.querySelectorAll(".never")].forEach((slot, nth) => {
    const letters = [...turns, game.word].map((turn) => [...game.writing.written(turn)][places[nth]]);
    reel(slot, letters, motions, from, WORDS * TURN + nth * APART);
  });
}

function reel(slot, letters, motions, from, duration) {
  const column = el("span", {}, letters.map((letter) => el("i", {}, letter)));
  const node = silent("", { class: "reel" }, column);
  const end = `translateY(${-ROW * (letters.length - 1)}em)`;
  hide(slot, from + duration, motions);
  motions.appear(from, node, 1);
  const last = motions.at(from, column, [
    { transform: "none", easing: "linear" },
    { transform: `${end} translateY(${-OVERSHOOT}px)`, offset: 1 - APART / duration },
    { transform: end },
  ], duration);
  if (!last) return;
  slot.append(node);
  last.finished.then(() => node.remove(), () => {});
}

const hide = (slot, until, motions) =>
  motions.at(0, slot, { color: ["transparent", "transparent"], borderColor: ["var(--edge)", "var(--edge)"] }, until);

// Shows the word that an honest dealer had, letter by letter.
export function set(word, motions, from) {
  [...word.querySelectorAll(".never")].forEach((slot, nth) => hide(slot, from + 40 * nth, motions));
}
