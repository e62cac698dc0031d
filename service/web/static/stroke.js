// The red pencil: the stroke through what the dealer took, the slash of a miss, the circle of a win.

import { el, svg } from "./dom.js";

const STROKES = [
  "M.3 12C8 10.4 30 10.2 52 9.4S90 8.6 99.8 6.6C92 10 72 10.9 52 11.5S12 12.9.3 12Z",
  "M.3 9.2C14 10.6 34 12 54 11.8S88 10 99.8 6.2C90 12 72 13.9 52 13.8S14 11.9.3 9.2Z",
  "M.3 11.4C10 9 34 8.7 55 9.2S90 10.2 99.8 9.4C90 11.5 74 11.4 54 10.9S14 10.4.3 11.4Z",
];
const CIRCLE = "M30 5C12 6 2 12 2 20C2 31 24 38 52 38C80 38 98 30 98 20C98 9 74 2 46 3C38 3 28 4 21 7";

const drawn = (kind, viewBox, d) =>
  svg("svg", { class: kind, viewBox, preserveAspectRatio: "none", "aria-hidden": "true" }, svg("path", { d }));

// Over the whole of its parent, which is .struck or placed itself; `turn` varies it.
export const stroke = (turn = 0) => drawn("stroke", "0 0 100 20", STROKES[turn % STROKES.length]);
export const slash = () => drawn("slash", "0 0 20 20", "M2 17.6C7 13.4 13 7.4 17.6 1.8L18.8 2.9C14 8.6 8 14.6 2.9 18.7Z");
export const circle = () => drawn("circle", "0 0 100 40", CIRCLE);

export const struck = (text, turn, attributes = {}) =>
  el("s", { ...attributes, class: "struck" }, text, stroke(turn));
