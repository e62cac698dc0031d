// The wheel: words that fitted, each on a spoke, and circles round those that were given out.

import { el, spoken } from "./dom.js";
import { t } from "./language.js";
import { slots } from "./pattern.js";
import { circle } from "./stroke.js";

const SPOKES = 24;
const LONGEST = 10; // letters; longer words stand in lines

// `claimed`: the words that were given out; `own`: the reader's, or null; `others`: some of the `count` words that fitted.
export function wheel({ pattern, writing }, { claimed, own, others, count }) {
  const circled = [...new Set([own, ...claimed])].filter(Boolean).slice(0, SPOKES);
  const more = others.filter((word) => !circled.includes(word)).slice(0, SPOKES - circled.length);
  const words = [...circled, ...more].sort(new Intl.Collator(writing.attributes.lang).compare);
  const letters = [...pattern].length;
  const list = el("ul", { role: "list", ...writing.attributes, "aria-label": t("fittingWords") },
    words.map((word, index) => spoke(word, (360 * index) / words.length - 90)));
  const node = el("div", { class: letters > LONGEST ? "wheel in-lines" : "wheel" },
    el("p", { class: "hub" }, slots(pattern, writing), t(words.length < count ? "someOf" : "words", { n: words.length, count })), list);
  node.style.setProperty("--letters", letters);
  return { node, list, circles: circles() };

  function spoke(word, angle) {
    const isCircled = circled.includes(word);
    const node = el("li", { class: isCircled ? "given" : null },
      el("span", { class: angle > 90 ? "turned" : null }, writing.capitals(word), isCircled && circle()),
      isCircled && spoken(`, ${t(word === own ? "toldToYou" : "toldToOthers")}`));
    node.style.setProperty("--angle", `${angle}deg`);
    return node;
  }

  // In the order in which the words were given out, the reader's own last.
  function circles() {
    const ordered = own ? [...circled.slice(1), own] : circled;
    return ordered.map((word) => list.children[words.indexOf(word)].querySelector(".circle"));
  }
}
