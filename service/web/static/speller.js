// A guess of a whole word on the board: the keys fill its blanks, shown letters may be typed, too, and a button offers it.

import { el, spoken } from "./dom.js";
import { t } from "./language.js";
import { isStill } from "./motion.js";
import { HIDDEN, blanksFilled } from "./pattern.js";

const SHAKE = { transform: [0, -6, 6, -4, 4, 0].map((x) => `translateX(${x}px)`) };

// `board` shows the pattern; `fits` tells whether a word can be it, `offer` guesses it, and `say` explains why it cannot be.
export function speller(board, writing, { fits, offer, say }, signal) {
  let typed = null; // letters; null while single ones are guessed
  let letterOf = []; // of the pattern
  const arm = el("button", { type: "button", class: "whole", click: () => (typed ? utter() : begin()) });
  const back = el("button", { type: "button", class: "link", click: end }, t("backToLetters"));
  const erase = el("button", { type: "button", class: "link", click: remove }, t("eraseLetter"));
  const node = el("div", { class: "tools spelling" }, erase, back);
  const isOn = () => typed !== null;
  const filled = () => blanksFilled(typed, letterOf);
  const blanks = () => board.querySelectorAll(".pattern > .hidden");
  document.addEventListener("keydown", press, { signal });
  show();

  function begin() {
    typed = [];
    say(t("typeWord"));
    show();
  }

  function end() {
    typed = null;
    say();
    show();
    arm.focus({ preventScroll: true });
  }

  function type(letter) {
    typed.push(letter);
    say(t("typeWord"), spoken(writing.capitals(letter)));
    show();
  }

  // Removes the last letter that fills a blank.
  function remove() {
    const { length } = filled();
    while (length && filled().length === length) typed.pop();
    show();
  }

  function utter() {
    const letters = filled();
    const rest = letters.values();
    const word = letterOf.map((letter) => (letter === HIDDEN ? rest.next().value ?? "" : letter)).join("");
    const isLong = letters.length === blanks().length;
    if (isLong && fits(word)) return offer(word);
    return refuse(t(isLong ? "cannotBe" : "wordOf", { n: letterOf.length }));
  }

  // The word shakes and stays.
  function refuse(why) {
    say(why);
    if (!isStill()) board.animate(SHAKE, 240);
  }

  // Takes the pattern of the new board after each answer.
  function update({ pattern }) {
    letterOf = [...pattern];
    show();
  }

  function answered() {
    typed = null;
    show();
  }

  function show() {
    arm.textContent = t(typed ? "sayIt" : "word");
    arm.classList.toggle("main", isOn());
    node.hidden = !typed;
    if (!typed) return blanks().forEach((slot) => slot.matches(".typed, .next-blank") && write(slot));
    const letters = filled();
    return blanks().forEach((slot, place) => write(slot, letters[place], place === letters.length));
  }

  function write(slot, letter = "", isNext = false) {
    slot.textContent = letter && writing.written(letter);
    slot.classList.toggle("typed", letter !== "");
    slot.classList.toggle("next-blank", isNext);
  }

  function press(event) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const action = { Backspace: remove, Enter: utter, Escape: end }[key];
    if (!typed || !action || ctrlKey || metaKey || altKey || target.closest("dialog, input, select")) return;
    if (key === "Enter" && target.closest("button, a") && target !== arm && !target.closest(".keys")) return;
    event.preventDefault();
    action();
  }

  return { node, arm, isOn, type, refuse, update, answered };
}
