// The end of a game on its own board: who loses sees the figure drop and swing, who wins sees the bare word for a moment.

import { el, seen } from "./dom.js";
import { way } from "./motion.js";

const KNOT = "129px 49px";
const SWINGS = [0, 3, -3, 3, -3, 0].map((degrees, index) => ({ transform: `translateY(${index ? 6 : 0}px) rotate(${degrees}deg)` }));
const LAST = { fill: "both" };

// Takes the board out of the page where it stands: it is a picture from now on.
export function hold(board) {
  const { width, height } = board.getBoundingClientRect();
  board.inert = true;
  board.ariaHidden = "true";
  board.classList.add("farewell");
  Object.assign(board.style, { inlineSize: `${width}px`, blockSize: `${height}px` });
}

// Plays the scene on the `board`, which goes when it is over, and says in how many milliseconds `after` may appear.
export function farewell(board, { status }, after, motions) {
  return status === "won" ? wins(board, motions) : hangs(board, after, motions);
}

function wins(board, motions) {
  for (const part of board.querySelectorAll(".side, .play > :not(.word)")) fade(part, 180, 1, 0, motions);
  leave(board, motions.at(580, board, { opacity: [1, 0] }, 160, LAST));
  return 580;
}

function hangs(board, after, motions) {
  const drawing = board.querySelector(".drawing");
  const said = el("p", { class: "last-words" }, after.querySelector("h1").textContent);
  const place = seen("", { class: "last-figure" });
  board.append(place, said);
  for (const part of board.querySelectorAll(".facts, .play > :not(.controls)")) fade(part, 360, 1, 0, motions);
  fade(board.querySelector(".controls"), 360, 1, 0.2, motions);
  const [middle, end] = [way(drawing, place), way(drawing, after.querySelector(".drawing"))];
  motions.at(360, drawing, { transform: ["none", middle] }, 300, LAST);
  for (const man of drawing.querySelectorAll(".man")) {
    man.style.transformOrigin = KNOT;
    motions.at(660, man, SWINGS, 500, { easing: "ease-out" });
  }
  motions.appear(1000, said, 160);
  motions.at(1500, said, { transform: ["none", way(said, after.querySelector("h1"))] }, 240, LAST);
  motions.at(1500, drawing, { transform: [middle, end] }, 240, LAST);
  fade(board.querySelector(".controls"), 1500, 0.2, 0, motions);
  leave(board, motions.at(1740, board, { opacity: [1, 1] }, 1));
  return 1500;
}

const fade = (part, time, from, to, motions) => motions.at(time, part, { opacity: [from, to] }, 300, LAST);

const leave = (board, last) => (last ? last.finished.then(() => board.remove()) : board.remove());
