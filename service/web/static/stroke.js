// The red pencil: the stroke through what the dealer took, the slash of a miss, the circle of a win.

import { el, svg } from "./dom.js";

const STROKES = [
  "M.3 11.6C8 9.4 30 8.6 52 8S88 7.6 99.8 7.2C90 10.4 72 11.9 52 12.3S12 12.9.3 11.6Z",
  "M.3 9.2C14 8.2 34 8 54 7.9S88 8.2 99.8 9.8C90 11.8 72 12.4 53 12.2S12 11.2.3 9.2Z",
  "M.3 10.6C10 8.6 34 7.7 55 7.8S90 8.8 99.8 9.6C91 11.4 74 12.1 54 12.2S14 12.2.3 10.6Z",
];
const CIRCLE = "M30 5C12 6 2 12 2 20C2 31 24 38 52 38C80 38 98 30 98 20C98 9 74 2 46 3C38 3 28 4 21 7";

const drawn = (kind, viewBox, d) =>
  svg("svg", { class: kind, viewBox, preserveAspectRatio: "none", "aria-hidden": "true" }, svg("path", { d }));

// Covers its parent, which is .struck or has a position of its own; `turn` chooses one of the shapes.
export const stroke = (turn = 0) => drawn("stroke", "0 0 100 20", STROKES[turn % STROKES.length]);
export const slash = () => drawn("slash", "0 0 20 20", "M2 17.6C7 13.4 13 7.4 17.6 1.8L18.8 2.9C14 8.6 8 14.6 2.9 18.7Z");
export const circle = () => drawn("circle", "0 0 100 40", CIRCLE);

export const struck = (text, turn, attributes = {}) =>
  el("s", { ...attributes, class: "struck" }, text, stroke(turn));
