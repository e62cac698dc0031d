// The drawing: hung in as many steps as misses are allowed, whatever their number.

import { svg } from "./dom.js";

const line = (d) => svg("path", { d, pathLength: 1 });
const dot = (cx, cy, r) => svg("circle", { cx, cy, r, pathLength: 1, transform: `rotate(-90 ${cx} ${cy})` });

// In the order in which they are drawn.
const parts = () => [
  line("M10 190H110"),
  line("M40 190V12"),
  line("M40 12H124"),
  line("M40 46L74 12"),
  line("M124 12V40"),
  dot(124, 56, 16),
  line("M124 72V122"),
  line("M124 84L100 106"),
  line("M124 84L148 106"),
  line("M124 122L104 158"),
  line("M124 122L144 158"),
];
const dead = () => line("M115 50l6 6m0-6l-6 6M127 50l6 6m0-6l-6 6M117 66q7-5 14 0");
const alive = () => [
  dot(162, 96, 16),
  line("M162 112V156"),
  line("M162 124L140 104"),
  line("M162 124L184 104"),
  line("M162 156L148 190"),
  line("M162 156L176 190"),
  line("M156 93v1M168 93v1M154 101q8 8 16 0"),
];

export function gallows() {
  const drawn = parts();
  const free = svg("g", { class: "free" }, alive());
  const face = svg("g", { class: "face" }, dead());
  const node = svg(
    "svg",
    { class: "gallows", viewBox: "0 0 200 200", "aria-hidden": "true" },
    drawn, face, free,
  );

  // Each miss draws an equal share of the parts; a part may be drawn in parts itself.
  function update({ misses, max_misses: most, status }) {
    const done = most === null ? 0 : (drawn.length * misses) / most;
    drawn.forEach((part, index) => {
      const share = most === null && index < 4 ? 1 : Math.min(1, Math.max(0, done - index));
      part.style.strokeDashoffset = 1 - share;
      part.style.opacity = share ? 1 : 0; // round ends would show as dots
    });
    node.dataset.status = most === null && status === "in_progress" ? "never" : status;
  }

  return { node, update };
}
