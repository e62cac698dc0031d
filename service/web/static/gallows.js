// The gallows are drawn in ink, the man is dotted; each miss draws whole parts of him in red.

import { svg } from "./dom.js";
import { ENDLESS } from "./misses.js";

const MAN = 6; // parts, in the order in which they are drawn: the last six misses at most draw them
const man = [
  "M146 66A17 17 0 1 1 112 66A17 17 0 1 1 146 66",
  "M129 83C130 98 128.500 112 129 126",
  "M129 91C121 97 115 103 110 110",
  "M129 91C136 97 143 102 149 109",
  "M129 126C125 137 119 148 114 158",
  "M129 126C133 137 138 148 144 157",
];
const wood = [
  "M12 191C45 188 80 188.500 114 190",
  "M42 190C45 130 42 70 42 14",
  "M34 17C66 13 104 14 138 17",
  "M43 56C55 42 66 31 77 19",
  "M129 17C130 28 129 38 129 49",
];
const line = (d) => svg("path", { d, pathLength: 1, class: "line" });
const part = (d) => svg("g", { class: "part" }, svg("path", { d, class: "ghost" }), line(d));

export function gallows() {
  const timber = wood.map(part);
  const body = man.map(part);
  const free = svg("g", { class: "free" },
    line("M187 96A15 15 0 1 1 157 96A15 15 0 1 1 187 96"),
    ["M172 111C173 124 171 136 172 148", "M172 124C164 117 157 109 152 100", "M172 124C180 117 187 109 192 100",
      "M172 148C168 162 163 176 158 190", "M172 148C176 162 181 176 186 190"].map(line),
    svg("path", { class: "face", d: "M166.500 92v1.500M177.500 92v1.500M164.500 99q7.500 7 15 0" }));
  const dead = svg("path", { class: "face dead", d: "M119 59l7 7m0-7l-7 7M132 59l7 7m0-7l-7 7M121 76q8-7 16 0" });
  const node = svg("svg", { class: "drawing gallows", viewBox: "0 0 200 200", "aria-hidden": "true" },
    svg("g", { class: "wood" }, timber), svg("g", { class: "man" }, body, dead), free);

  // If more than six misses are allowed, the first ones draw the gallows, and the last six the man.
  function update({ misses, max_misses: most, status }) {
    const isEndless = most === ENDLESS;
    const spare = isEndless ? 0 : Math.max(0, most - MAN);
    const share = (all, count, of) => (of ? Math.ceil((all * Math.min(count, of)) / of) : all);
    draw(timber, share(timber.length, misses, spare));
    draw(body, isEndless ? 0 : share(MAN, Math.max(0, misses - spare), most - spare));
    node.dataset.status = isEndless && status === "in_progress" ? "never" : status;
  }

  return { node, update };
}

function draw(parts, count) {
  parts.forEach((node, index) => node.classList.toggle("drawn", index < count));
}
