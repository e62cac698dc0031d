// The word families that could answer a letter, as cards: each with its pattern, its number of words, and three examples.

import { FIRST } from "./dealt_strip.js";
import { el, silent, spoken } from "./dom.js";
import { number, t } from "./language.js";
import { isStill } from "./motion.js";
import { placed, slots } from "./pattern.js";
import { draw } from "./reveal.js";
import { roving } from "./roving.js";
import { setting } from "./settings.js";
import { stroke } from "./stroke.js";
import { timeline } from "./timeline.js";
import { inLots } from "./todays_words.js";

const EXAMPLES = 3; // words of each family

// Cards in an order that the `seed` draws: where a card lies tells nothing. A press on one calls `give` with its family.
// `isHard` leaves out how many words each family has.
export function familyCards(question, { writing, seed, isHard }, give) {
  const { families, letter } = question;
  const shuffled = (some) => inLots(some, seed, ({ positions }) => positions.join());
  const first = shuffled(firstOf(families));
  const others = shuffled(families.filter((family) => !first.includes(family)));
  const cards = el("div", { class: "family-cards", role: "group", "aria-label": t("answersToGive") }, first.map(card));
  const more = others.length > 0 &&
    el("button", { type: "button", class: "more-answers", click: showAll }, t("moreAnswers", { n: others.length }));
  roving(cards);
  return { node: cards, more, press, leave };

  function card(family, index) {
    const { words } = family;
    const examples = words.slice(0, EXAMPLES).map((word) => writing.capitals(word)).join(", ");
    return el("button", { type: "button", class: "family-card", "aria-keyshortcuts": index < FIRST ? index + 1 : null, click: () => give(family) },
      name(family, index < FIRST && setting("typing") && silent(String(index + 1), { class: "shortcut" })),
      !isHard && counted(words.length),
      el("span", { class: "examples" }, spoken(` ${t("suchAs")} `), el("span", writing.attributes, examples), words.length > EXAMPLES && "…"),
      !isHard && shareOf(words.length));
  }

  function shareOf(count) {
    const share = el("i", { class: "share" });
    share.style.inlineSize = `max(2px, ${(100 * count) / question.words_before}%)`;
    return share;
  }

  // `key` is the one that presses the card, on a device that has keys.
  function name({ positions, pattern }, key) {
    const upper = writing.capitals(letter);
    if (!positions.length) return el("span", { class: "name" }, el("b", {}, t("noOf", { letter: upper })), " ", el("span", { class: "red" }, t("aMiss")), spoken(": "), key);
    const places = slots(pattern, writing);
    positions.forEach((place) => places.children[place].classList.add("new"));
    return el("span", { class: "name" }, places, spoken(`${t("letterAtPlaces", { letter: upper, ...placed(positions) })}: `), key);
  }

  function showAll() {
    more.remove();
    cards.append(...others.map((family, index) => card(family, FIRST + index)));
    cards.children[FIRST].focus();
  }

  function press(index) {
    cards.children[index]?.click();
  }

  // Fills the chosen card, strikes the others out, and lets the whole `table` slide off. Any tap ends this.
  async function leave(family, table, signal) {
    const chosen = cards.children[[...first, ...others].indexOf(family)];
    const struck = [...cards.children].filter((other) => other !== chosen && isInView(other)); // measured before anything changes
    chosen.classList.add("given");
    if (isStill()) return;
    const line = timeline();
    const over = new AbortController();
    signal.addEventListener("abort", () => over.abort(), { once: true });
    line.guard(over.signal);
    struck.forEach((other, index) => {
      const pencil = stroke(index);
      other.append(pencil);
      draw(pencil, 200 + 40 * index, 180, line);
    });
    await line.at(500, table, { transform: ["none", "translateX(-24px)"], opacity: [1, 0] }, 160, { fill: "backwards" }).finished;
    over.abort();
  }
}

const counted = (count) => el("span", { class: "count" }, el("b", {}, number(count)), " ", el("span", {}, t("wordUnit", { n: count })));

// The largest families; a miss is always among them.
function firstOf(families) {
  const first = families.slice(0, FIRST);
  const miss = families.find(({ positions }) => !positions.length);
  return !miss || first.includes(miss) ? first : [...first.slice(0, -1), miss];
}

function isInView(node) {
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
