// How many misses are left, as strokes that are crossed out one by one.

import { seen, svg } from "./dom.js";

const MOST = 12; // more are a number only
const MARKS = ["M4.4 1.5C3.6 9 4 17 4.4 24.5", "M4 1.5C4.8 10 4.2 17 5 24.5", "M4.6 1.5C4.2 8 4.8 18 4.2 24.5"];

export function tallies({ misses, max_misses: most }) {
  if (most === null || most > MOST) return null;
  const spent = (index) => index >= most - misses;
  return seen("", { class: "tallies" }, Array.from({ length: most }, (_, index) =>
    svg("svg", { viewBox: "0 0 12 26", class: spent(index) ? "spent" : "free" },
      svg("path", { d: MARKS[index % MARKS.length] }),
      spent(index) && svg("path", { class: "tick", d: "M-2 21C3 16 9 10 13 5" }))));
}
