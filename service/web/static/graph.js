// The graph: how many words were left after each guess, and after the answers of an honest dealer. Its scale is
// logarithmic, so that ten thousand words and ten can be seen on one sheet.

import { el, svg } from "./dom.js";
import { list, number, ordinal, t } from "./language.js";

const [WIDTH, HEIGHT] = [320, 150];
const LEFT = 44; // room for the numbers
const [TOP, BOTTOM, RIGHT] = [8, 18, 8];
const SMALL = { width: 96, height: 28 };

// The words left before the first guess and after each one: in this game, and with an honest dealer on average,
// if all words are equally likely.
export function curves(steps) {
  const honest = [steps[0].before];
  for (const step of steps) honest.push(Math.max(1, honest.at(-1) * shareLeft(step)));
  return { ours: [steps[0].before, ...steps.map(({ after }) => after)], honest };
}

// With n words in families of sizes s, an honest answer leaves the sum of s²/n words on average. The sizes of
// families that the confession does not list are taken as equal.
function shareLeft({ before, family_count: count, largest_families: largest }) {
  if (!before) return 1;
  const named = largest.map(({ word_count: size }) => size);
  const others = count - named.length;
  const rest = before - named.reduce((sum, size) => sum + size, 0);
  const squares = named.reduce((sum, size) => sum + size ** 2, 0) + (others > 0 ? rest ** 2 / others : 0);
  return squares / before ** 2;
}

// The number of the guess at which a cheat gained most: where the ratio of its words to an honest dealer's grew most.
export function worstTheft(steps) {
  const { ours, honest } = curves(steps);
  const gap = (nth) => Math.log(ours[nth] / honest[nth]);
  const growth = ({ nth }) => gap(nth) - gap(nth - 1);
  return steps.reduce((worst, step) => (growth(step) > growth(worst) ? step : worst)).nth;
}

// The curves alone, small.
export function curve(steps) {
  const { ours, honest } = curves(steps);
  const { width, height } = SMALL;
  const x = (nth) => 2 + ((width - 4) * nth) / steps.length;
  const y = (words) => 2 + (height - 4) * (1 - Math.log(Math.max(1, words)) / Math.log(Math.max(2, ours[0])));
  return svg("svg", { class: "graph curve", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    svg("path", { class: "theirs", d: path(honest, x, y) }), svg("path", { class: "ours", d: path(ours, x, y) }));
}

// The curves with axes; a tap goes to the guess there.
export function graph(steps, go) {
  const { ours, honest } = curves(steps);
  const [x, y] = scales(steps.length, ours[0]);
  const powers = Array.from({ length: Math.floor(Math.log10(Math.max(1, ours[0]))) + 1 }, (_, power) => 10 ** power);
  const nth = !steps[0].honest && worstTheft(steps);
  const node = svg("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": graphText(steps), click: tap },
    powers.flatMap((n) => [svg("path", { class: "grid", d: `M${LEFT} ${y(n)}H${WIDTH - RIGHT}` }),
      svg("text", { x: LEFT - 5, y: y(n) + 3.5, "text-anchor": "end" }, number(n))]),
    steps.map(({ letter, name }, index) =>
      svg("text", { class: "guessed", x: x(index + 1), y: HEIGHT - 4, "text-anchor": "middle" }, letter ? name : "•")),
    !steps[0].honest && svg("path", { class: "gap", d: `${path(ours, x, y)}${back(honest, x, y)}Z` }),
    svg("path", { class: "theirs", d: path(honest, x, y) }),
    svg("path", { class: "ours", d: path(ours, x, y) }),
    nth && svg("circle", { cx: x(nth), cy: y(ours[nth]), r: 5 }),
    ends(ours, honest, y));
  return el("figure", { class: "unprinted" },
    el("figcaption", {}, el("b", { class: "ours" }, t("graphOurs", { n: ours.at(-1) })), " ",
      el("span", { class: "theirs" }, t("graphHonest", { n: Math.round(honest.at(-1)) }))),
    node,
    nth && el("button", { type: "button", class: "link", click: () => go(nth) },
      t("steepest", { nth: ordinal(nth), guess: steps[nth - 1].name })));

  function tap({ clientX }) {
    const { left, width } = node.getBoundingClientRect();
    const guess = Math.round(((clientX - left) / width * WIDTH - LEFT) / (x(1) - x(0)));
    go(Math.min(steps.length, Math.max(1, guess)));
  }
}

// The graph as a sentence, for screen readers.
function graphText(steps) {
  const { ours, honest } = curves(steps);
  return t("graphText", { ours: list(ours.map(number), "unit"), n: Math.round(honest.at(-1)) });
}

function scales(guesses, most) {
  const height = HEIGHT - TOP - BOTTOM;
  return [
    (nth) => LEFT + ((WIDTH - LEFT - RIGHT) * nth) / guesses,
    (words) => TOP + height * (1 - Math.log10(Math.max(1, words)) / Math.max(1, Math.log10(most))),
  ];
}

const path = (values, x, y) => values.map((n, nth) => `${nth ? "L" : "M"}${x(nth).toFixed(1)} ${y(n).toFixed(1)}`).join("");

const back = (values, x, y) =>
  values.map((n, nth) => `L${x(nth).toFixed(1)} ${y(n).toFixed(1)}`).toReversed().join("");

// The last number of each line; the honest dealer's is left out if it would be too near.
function ends(ours, honest, y) {
  const [top, below] = [y(ours.at(-1)), y(honest.at(-1))];
  const label = (n, at, kind) => svg("text", { class: kind, x: WIDTH - RIGHT, y: at, "text-anchor": "end" }, number(Math.round(n)));
  return [label(ours.at(-1), top < TOP + 8 ? top + 14 : top - 6, "end-of-ours"), below - top > 20 && label(honest.at(-1), below - 6)].filter(Boolean);
}
