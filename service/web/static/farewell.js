// The end of a game on its board: after a loss the figure drops and swings, after a win the word stays alone for a moment.

import { el, silent } from "./dom.js";
import { way } from "./timeline.js";

const KNOT = "129px 49px";
const SWINGS = [0, 3, -3, 3, -3, 0].map((degrees, index) => ({ transform: `translateY(${index ? 6 : 0}px) rotate(${degrees}deg)` }));
const JUMPS = [0, -28, 0, -16, 0].map((y) => ({ transform: `translateY(${y}px)` }));
const LAST = { fill: "both" };

// Freezes the board in its place: from now on it is only a picture.
export function hold(board) {
  const { width, height } = board.getBoundingClientRect();
  board.inert = true;
  board.ariaHidden = "true";
  board.classList.add("farewell");
  Object.assign(board.style, { inlineSize: `${width}px`, blockSize: `${height}px` });
}

// Plays the scene on the `board` and then removes it. The screen `after` it appears at `time`.
export function farewell(board, { status }, after, motions, time) {
  if (status === "won") wins(board, motions, time);
  else hangs(board, after, motions, time);
}

function wins(board, motions, time) {
  for (const part of board.querySelectorAll(".drawing, .facts > *, .strip, .play > :not(.word)")) fade(part, 180, 1, 0, motions);
  leave(board, motions.at(time, board, { opacity: [1, 0] }, 160, LAST));
}

function hangs(board, after, motions, time) {
  const drawing = board.querySelector(".drawing");
  const line = el("p", { class: "last-words" }, after.querySelector("h1").textContent);
  const place = silent("", { class: "last-figure" });
  board.append(place, line);
  const [middle, end] = [way(drawing, place), way(drawing, after.querySelector(".drawing"))]; // before anything moves
  const up = way(line, after.querySelector("h1"));
  for (const part of board.querySelectorAll(".facts > *, .strip, .play > :not(.controls)")) fade(part, 360, 1, 0, motions);
  fade(board.querySelector(".controls"), 360, 1, 0.2, motions);
  motions.at(360, drawing, { transform: ["none", middle] }, 300, LAST);
  for (const man of drawing.querySelectorAll(".man")) {
    man.style.transformOrigin = KNOT;
    motions.at(660, man, SWINGS, 500, { easing: "ease-out" });
  }
  motions.appear(1000, line, 160);
  motions.at(time, line, { transform: ["none", up] }, 240, LAST);
  motions.at(time, drawing, { transform: [middle, end] }, 240, LAST);
  fade(board.querySelector(".controls"), time, 0.2, 0, motions);
  leave(board, motions.at(time + 300, board, { opacity: [1, 1] }, 1)); // a little after everything is in its place
}

// After a win, the figure jumps: the man of the gallows, or the whole snowman.
export const jump = (drawing, time, motions) =>
  motions.at(time, drawing.querySelector(".free") ?? drawing, JUMPS, 900, { easing: "ease-in-out" });

const fade = (part, time, from, to, motions) => motions.at(time, part, { opacity: [from, to] }, 300, LAST);

const leave = (board, last) => (last ? last.finished.then(() => board.remove()) : board.remove());
