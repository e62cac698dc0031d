// What is wrong with the look of the page: texts beyond the screen, beyond their button, not in the middle of a link that looks
// like one, or in a part that clips them; words of headings and main buttons that break, if the text has its usual size, for
// which the callers name `thumbs`; and buttons like `thumbs` that are not on the screen, unless the page was scrolled. A part
// of a bar, and a card, name as much
// as they have room for, and screen readers hear all of it.
(thumbs) => {
  const [wide, tall] = [document.documentElement.clientWidth, innerHeight];
  const faults = new Set();
  const page = document.documentElement.scrollWidth;
  if (page > wide) faults.add(`the page is ${page} px wide`);
  const name = (node) => `${node.localName}.${node.className}`.replace(/ /g, ".");
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isIn = (inner, outer, [x, y]) =>
    (!x || (inner.left >= outer.left - 1.5 && inner.right <= outer.right + 1.5))
    && (!y || (inner.top >= outer.top - 1.5 && inner.bottom <= outer.bottom + 1.5));
  const clips = (overflow) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";

  const range = document.createRange();
  function look(text, parent) {
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const leaves = (outer, sides) => boxes.some((box) => !isIn(box, outer.getBoundingClientRect(), sides));
    const say = (what) => faults.add(`“${text.data.trim().slice(0, 40)}” ${what}`);
    const button = parent.closest("button, a.button");
    if (button && leaves(button, [true, true])) say("leaves its button");
    for (let outer = parent; outer !== document.body; outer = outer.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(outer);
      if (outer.localName !== "dialog" && (scrolls(overflowX) || scrolls(overflowY))) return;
      const sides = [clips(overflowX), clips(overflowY)];
      if (sides.includes(true) && leaves(outer, sides)) say(`is cut off by ${name(outer)}`);
    }
    if (thumbs && parent.closest("h1, h2, .pair") && brokenWord(text)) say("has a broken word");
    if (boxes.some(({ left, right }) => left < -1 || right > wide + 1)) say("is beyond the screen");
  }

  // Whether a word does not fit into its line. A large text may need that.
  function brokenWord(text) {
    return [...text.data.matchAll(/\S+/g)].some(({ 0: word, index }) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      return new Set(tops).size > 1;
    });
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text, currentNode: { parentElement: parent } } = texts;
    const isLeftOut = parent.closest(".spoken, option, noscript, svg, .piece, .examples");
    if (text.data.trim() && !isLeftOut && isSeen(parent)) look(text, parent);
  }
  for (const link of [...document.querySelectorAll("a.button")].filter(isSeen)) {
    range.selectNodeContents(link);
    const [outer, label] = [link, range].map((part) => part.getBoundingClientRect());
    const [above, below] = [label.top - outer.top, outer.bottom - label.bottom];
    if (Math.abs(above - below) > 3) faults.add(`“${link.textContent}” is not in the middle: ${[above, below].map(Math.round)}`);
  }
  const isCovered = scrollY > 0 || document.querySelector("dialog") !== null;
  for (const button of isCovered || !thumbs ? [] : document.querySelectorAll(thumbs)) {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    const isOn = top >= 0 && bottom <= tall + 0.5 && left >= 0 && right <= wide + 0.5;
    if (isSeen(button) && !isOn) faults.add(`“${button.textContent}” is not on the screen: ${[left, top, right, bottom].map(Math.round)}`);
  }
  return [...faults];
}
