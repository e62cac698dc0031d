// The foot of a sheet: its words cut to scale into families, and the beam that opens to the next sheet.

import { el, silent, spoken, svg } from "./dom.js";
import { number, ordinal, t } from "./language.js";
import { placed, placesIn } from "./pattern.js";
import { roving } from "./roving.js";
import { stroke } from "./stroke.js";

const SLIVER = 56; // pixels, enough for a thumb and, in bar.css, for a label
const PHONE = 640; // pixels of width
const MARGINS = 40; // pixels

// The width of a bar in pixels; infinite on all screens except phones. Reading it forces a layout: read it once for all bars.
export const widthOfBars = () => (innerWidth < PHONE ? innerWidth - MARGINS : Infinity);

// A bar whose pieces show their words when they are pressed.
export function bar(step, width, opened) {
  const { before, after, honest, writing } = step;
  const pieces = merged(step.pieces, before, width);
  const words = el("p", { class: "family-words", role: "status", ...writing.attributes });
  const kept = piece(pieces.kept, "kept", step.kept);
  const gone = pieces.others.map((family) => piece(family, "gone", members(family)));
  if (pieces.rest) gone.push(piece(pieces.rest, "gone rest", others()));
  const dropped = gone.length > 0 && el("span", { class: "dropped" }, gone, !honest && stroke(step.nth));
  if (dropped) dropped.style.flexGrow = before - after;
  const node = el("div", { class: "families", role: "group", "aria-label": t(step.dealt ? "dealtFamilies" : "families", { n: step.family_count }) },
    kept, dropped);
  roving(node);
  return [words, node];

  function piece(family, kind, examples) {
    const press = ({ currentTarget }) => {
      const again = currentTarget.ariaPressed === "true";
      for (const other of node.querySelectorAll("button")) other.ariaPressed = "false";
      currentTarget.ariaPressed = String(!again);
      words.replaceChildren(...(again ? [] : described(family, kind === "kept", examples)));
      opened();
    };
    const button = el("button", { type: "button", class: `piece ${kind}`, "aria-pressed": "false", click: press },
      labels(family), spoken(spokenName(family, kind === "kept")));
    button.style.flexGrow = family.word_count;
    return button;
  }

  function members({ positions }) {
    const { letter } = step;
    if (!letter) return step.dropped;
    return step.dropped.filter((word) => placesIn(word, letter).join() === positions.join());
  }

  function others() {
    const named = new Set(pieces.others.flatMap(members));
    return step.dropped.filter((word) => !named.has(word));
  }

  function answer(family) {
    if (!family.positions) return t("otherAnswers", { n: family.more });
    if (step.word) return t(family.positions.length ? "asWord" : "notWord");
    return family.positions.length
      ? t("letterAtPlaces", { letter: step.name, ...placed(family.positions) })
      : t("noLetter", { letter: step.name });
  }

  function fate(isKept) {
    return t(isKept ? (honest ? "stillFitted" : "wereKept") : honest ? "wereRuledOut" : "wereThrownAway");
  }

  function spokenName(family, isKept) {
    return `${answer(family)}: ${t("words", { n: family.word_count })}, ${fate(isKept)}`;
  }

  function described(family, isKept, examples) {
    const text = writing.capitals(examples.join(" "));
    const all = examples.length >= family.word_count;
    return [
      `${spokenName(family, isKept)}${examples.length ? ": " : "."}`,
      isKept || honest ? text : el("s", {}, text),
      examples.length > 0 && !all ? " …" : "",
    ];
  }

  // The labels of a piece, its name and its count, if it has room for them.
  function labels(family) {
    return [silent(shortName(family), { class: "name" }), silent(number(family.word_count), { class: "count" })];
  }

  function shortName({ positions, more }) {
    if (!positions) return t("more", { n: more });
    if (step.word) return "";
    const values = { letter: step.name, n: positions.length, nth: ordinal(positions[0] + 1) };
    return t(positions.length ? "shortAt" : "noLetter", values);
  }
}

// The pieces of a bar of this width; families that would be slivers are merged into the rest.
export function merged(pieces, all, width) {
  const isSliver = ({ word_count: words }) => (width * words) / all < SLIVER;
  const slivers = [...pieces.others.filter(isSliver), pieces.rest].filter(Boolean);
  if (slivers.length < 2) return pieces;
  const sum = (name) => slivers.reduce((total, family) => total + (family[name] ?? 1), 0);
  return { ...pieces, others: pieces.others.filter((family) => !isSliver(family)), rest: { more: sum("more"), word_count: sum("word_count") } };
}

// The beam that widens from the kept piece to the whole next sheet.
export function beam({ before, after }) {
  const share = 100 * (before ? after / before : 1);
  return svg("svg", { class: "beam", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { d: `M0 0H${share}L100 10H0Z` }),
    svg("path", { class: "ray", d: `M${share} 0L100 10` }));
}
