// The end of a game that the player deals: the misses forced, those that other dealers force, and a sheet for each answer.

import { askedLetters } from "./asked_letters.js";
import { widthOfBars } from "./bar.js";
import { BEST, dealerName } from "./choices.js";
import { DAY, nextIn } from "./daily.js";
import { isFound, isHung, missesOf, patternOf } from "./deals.js";
import { givenAway } from "./dealt.js";
import { drawn, el } from "./dom.js";
import { drawing } from "./drawing.js";
import { mistakeOf } from "./hindsight.js";
import { fold, sheet } from "./ladder.js";
import { dayOfMonth, t } from "./language.js";
import { tallies } from "./misses.js";
import { pattern, placed } from "./pattern.js";
import { BASE } from "./service.js";
import { setting } from "./settings.js";
import { shareSheet } from "./share.js";
import { sheets, toSteps } from "./sheets.js";
import { timeline } from "./timeline.js";

const WORST = 3; // answers that a phone shows first

// `again(length)` deals a new game; `onward` goes on although the guesser was hanged.
export function dealEnd(page, deal, { writing, lengths }, { again, onward }) {
  const [found, hung, misses] = [isFound(deal), isHung(deal), missesOf(deal)];
  const shape = patternOf(deal);
  const picture = drawing();
  picture.update({ misses: hung ? deal.goal : misses, max_misses: deal.goal, status: hung ? "lost" : "won" });
  const buttons = el("p", { class: "pair" },
    found ? el("button", { type: "button", class: "main", click: () => again(deal.length) }, t("dealAgain"))
      : el("button", { type: "button", class: "main", click: onward }, t("dealOn")),
    el("button", { type: "button", click: () => shareSheet(story(deal), `${BASE.href}#/deal?${deal.length}`) }, t("share")));
  const node = el("div", { class: "deal-end" },
    el("div", { class: "verdict" }, el("h1", { tabindex: -1 }, headline(hung)), picture.node),
    el("div", { class: "outcome" },
      el("div", { class: "word" }, pattern({ pattern: shape, word: null, writing })),
      praise(deal),
      el("p", {}, found ? t(hung ? "foundTooLate" : "foundIn", { n: deal.answers.length, word: writing.capitals(shape) }) : noWord(deal, writing)),
      hindsight(deal, writing), askedLetters(deal.answers, t("askedFor"), writing), figures(deal),
      buttons, others(), el("p", { class: "note" }, misses >= deal.most && `${t("solved")} `, nextIn(Date.parse(deal.date) + DAY))),
    ladder(deal, writing));
  const line = timeline();
  line.appear(0, node, 160);
  return node;

  function others() {
    const offered = lengths.filter((length) => !found || length !== deal.length);
    return offered.length > 0 && el("p", { class: "other-lengths" }, `${t(found ? "otherLengths" : "dealAgain")}: `,
      offered.map((length) => el("button", { type: "button", class: "link", click: () => again(length) }, t("letters", { n: length }))));
  }
}

function praise(deal) {
  const asNemesis = missesOf(deal) >= deal.most && t("asManyAsBest", { dealer: dealerName({ name: BEST }) });
  return el("p", {}, [isHung(deal) && deal.goal > deal.classic && t("betterThanClassic"), asNemesis].filter(Boolean).join(" "));
}

// How many misses the player forced, and how many others do.
function figures(deal) {
  const row = (text, n) => el("p", {}, el("span", {}, text), n > 0 && tallies({ misses: n, max_misses: n }));
  const { classic, most } = deal;
  return el("div", { class: "figures" },
    row(t(isFound(deal) ? "youForced" : "youForcedSoFar", { n: missesOf(deal) }), missesOf(deal)),
    row(t("largestForces", { n: classic }), classic), row(t("bestForces", { n: most, dealer: dealerName({ name: BEST }) }), most));
}

function headline(hung) {
  if (!hung) return t("itGotAway");
  return setting("drawing") === "gallows" ? t("itHangs") : t(`lost.${setting("drawing")}`);
}

// The result to share, without any word or letter.
export function story(deal) {
  const { date, length, isHard, answers, classic, most } = deal;
  const title = t("shareDealTitle", { day: dayOfMonth(date), letters: t("letters", { n: length }) });
  return {
    title: isHard ? `${title}, ${t("hardMode")}` : title,
    squares: answers.map(({ hit }) => hit),
    text: `${t(isFound(deal) ? "shareForced" : "shareForcedSoFar", { n: missesOf(deal) })} ${t("sharePar", { classic, most, dealer: dealerName({ name: BEST }) })}`,
  };
}

function noWord({ answers }, writing) {
  const { words_left: n, kept } = answers.at(-1);
  const words = kept.map((word) => writing.capitals(word)).join(", ");
  return [t("hadNoWord", { n }), " ", el("span", writing.attributes, words), n > kept.length && " …"];
}

// Where the best play would have answered differently. It is found after the end is shown, an answer in each frame.
function hindsight(deal, writing) {
  const node = el("p", { class: "lead hindsight" });
  const dealer = dealerName({ name: BEST });
  mistakeOf(deal, drawn).then((mistake) => {
    if (mistake) node.textContent = sentence(mistake);
    else if (!isFound(deal)) node.textContent = t("nothingLost", { dealer });
  });
  return node;

  function sentence({ letter, ours, best, cost: n }) {
    const quote = ({ positions }) => t("quoted", { text: positions.length ? t("yesAt", placed(positions)) : t("noOf", { letter: writing.capitals(letter) }) });
    return t("wouldSay", { n, dealer, letter: writing.capitals(letter), answer: quote(ours), better: quote(best) });
  }
}

// A sheet for each answer that was a choice. A phone shows only those at first that gave away the most words.
function ladder(deal, writing) {
  const rungs = el("ol", { class: "ladder", role: "list" });
  fill();
  return el("section", { class: "confession dealt" }, el("h2", {}, t("oneByOne")), el("p", { class: "note" }, t("keyDealt")), rungs);

  // One by one: a frame with all of them would take too long.
  async function fill() {
    await drawn();
    const width = widthOfBars();
    const steps = toSteps({ guesses: deal.answers.map((answer) => ({ ...answer, word: null })), honest: false }, deal.length, writing)
      .map((step) => ({ ...step, dealt: true }));
    const all = sheets(steps).flat();
    const first = [...all].sort((one, other) => givenAway(other) - givenAway(one)).slice(0, WORST);
    if (first.length < all.length) fold(rungs, t("allAnswers", { n: all.length }));
    for (const step of all) {
      await drawn();
      const { node } = sheet([step], width, () => {});
      if (!first.includes(step)) node.classList.add("minor");
      rungs.append(node);
    }
  }
}
