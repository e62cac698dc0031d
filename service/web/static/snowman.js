// A kinder drawing: a snowman that loses a part with each miss, while his puddle grows.

import { svg } from "./dom.js";
import { ENDLESS } from "./misses.js";

const lost = [ // in this order
  "M82 31L83 12C94 10 106 10 117 12L118 31M74 32C90 29 110 29 126 32", // hat
  "M74 84L46 70M58 76L53 64M60 77L50 80", // an arm
  "M126 84L154 70M142 76L147 64M140 77L150 80", // the other
  "M100 82v.5M100 94v.5M100 106v.5", // buttons
  "M99 49L122 54L99 57", // nose
  "M84 63A21 21 0 1 1 116 63M92 43v.5M108 43v.5", // head
];
const stays = [
  "M80 110A29 29 0 0 1 79 68M121 68A29 29 0 0 1 120 110",
  "M76 188A43 43 0 0 1 79 110C92 103 108 103 121 110A43 43 0 0 1 124 188",
];
const line = (d) => svg("path", { d, class: "line" });
const part = (d) => svg("g", { class: "part" }, svg("path", { d, class: "ghost" }), line(d));

export function snowman() {
  const parts = lost.map(part);
  const trunk = stays.map(part);
  const puddle = svg("path", { class: "puddle", d: "M30 190C70 188 130 188 170 190" });
  const smile = svg("path", { class: "face smile", d: "M92 58q8 7 16 1" });
  const node = svg("svg", { class: "drawing snowman", viewBox: "0 0 200 200", "aria-hidden": "true" },
    puddle, trunk, parts, smile);

  function update({ misses, max_misses: most, status }) {
    const share = most === ENDLESS ? 0 : misses / most;
    const gone = Math.floor(parts.length * share);
    parts.forEach((node, index) => node.classList.toggle("drawn", index >= gone));
    trunk.forEach((node) => node.classList.toggle("drawn", status !== "lost"));
    puddle.style.strokeWidth = `${4 + 14 * share}px`;
    puddle.style.transform = `scaleX(${0.55 + 0.45 * share})`;
    node.dataset.status = status;
  }

  return { node, update };
}
