// Another kinder drawing: a child with a balloon for each miss. A balloon that bursts leaves its string.

import { svg } from "./dom.js";
import { ENDLESS } from "./misses.js";

const MOST = 10; // balloons; more misses share them
const HAND = [100, 128];
const [WHOLE, CHILD] = ["0 0 200 200", "34 112 84 84"];
const line = (d) => svg("path", { d, class: "line" });

export function balloons() {
  const bunch = svg("g", { class: "bunch" });
  const child = svg("g", { class: "child" },
    line("M86 134A12 12 0 1 1 62 134A12 12 0 1 1 86 134"),
    ["M74 146C75 156 73.500 164 74 172", "M74 152C83 146 92 138 100 128", "M74 152C68 158 63 163 59 168",
      "M74 172C71 179 68 185 65 191", "M74 172C77 179 80 185 83 191"].map(line),
    svg("path", { class: "face smile", d: "M70 131v1M78 131v1M69 137q5 5 10 0" }),
    svg("path", { class: "face sad", d: "M70 131v1M78 131v1M69 140q5-5 10 0" }));
  const node = svg("svg", { class: "drawing balloons", viewBox: WHOLE, "aria-hidden": "true" },
    bunch, child);

  function update({ misses, max_misses: most, status }) {
    const all = Math.min(most, MOST);
    if (bunch.childElementCount !== all) bunch.replaceChildren(...Array.from({ length: all }, balloon(all)));
    const burst = most === ENDLESS ? 0 : Math.floor((all * misses) / most);
    [...bunch.children].forEach((part, index) => part.classList.toggle("drawn", index >= burst));
    node.dataset.status = status;
    node.setAttribute("viewBox", status === "lost" ? CHILD : WHOLE); // zoom in on the child, who is left alone
  }

  return { node, update };
}

// The balloon at `index` of `all`, in two rows above the hand.
const balloon = (all) => (_, index) => {
  const front = Math.ceil(all / 2);
  const inFront = index < front;
  const [row, place] = inFront ? [front, index] : [all - front, index - front];
  const x = 100 + (place - (row - 1) / 2) * Math.min(38, 170 / Math.max(1, row));
  const y = (inFront ? 72 : 30) + 0.0016 * (x - 100) ** 2;
  const string = `M${x} ${y + 18}Q${(x + HAND[0]) / 2 + 4} ${y + 50} ${HAND[0]} ${HAND[1]}`;
  return svg("g", { class: "part" },
    svg("path", { d: string, class: "ghost" }), svg("path", { d: string, class: "line string" }),
    svg("ellipse", { cx: x, cy: y, rx: 15, ry: 18, class: "line" }));
};
