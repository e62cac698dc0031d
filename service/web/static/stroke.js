// The stroke of the red pencil: through what the dealer took, tapering, never an even line.

import { el, svg } from "./dom.js";

const SHAPES = [
  "M.3 12C8 10.4 30 10.2 52 9.4S90 8.6 99.8 6.6C92 10 72 10.9 52 11.5S12 12.9.3 12Z",
  "M.3 9.2C14 10.6 34 12 54 11.8S88 10 99.8 6.2C90 12 72 13.9 52 13.8S14 11.9.3 9.2Z",
  "M.3 11.4C10 9 34 8.7 55 9.2S90 10.2 99.8 9.4C90 11.5 74 11.4 54 10.9S14 10.4.3 11.4Z",
];

// A stroke over the whole of its parent, which is .struck or placed itself; `turn` varies it.
export const stroke = (turn = 0) =>
  svg("svg", { class: "stroke", viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { d: SHAPES[turn % SHAPES.length] }));

export const struck = (text, turn, attributes = {}) =>
  el("s", { ...attributes, class: "struck" }, text, stroke(turn));
