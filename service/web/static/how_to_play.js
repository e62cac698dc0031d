// How to play: nine words, a press on E, and six of them are gone.

import { anyWord, firstGame } from "./choices.js";
import { playToday } from "./daily.js";
import { el, silent, spoken } from "./dom.js";
import { typed } from "./keys.js";
import { t } from "./language.js";
import { tallies } from "./misses.js";
import { slots } from "./pattern.js";
import { lastGame } from "./playing.js";
import { remember, remembered } from "./remembered.js";
import * as service from "./service.js";
import { set, setting } from "./settings.js";
import { stroke, struck } from "./stroke.js";
import { Writing } from "./writing.js";

const LESSON = new Writing({ alphabet: "e", capitals: "E", language: "en", read_as: { E: "e" } });
const WORDS = ["ALLY", "BETA", "COOL", "DEAL", "ELSE", "FLEW", "GOOD", "HOPE", "IBEX"];
const WITHOUT_E = WORDS.filter((word) => !word.includes("E"));
const HEAPS = [["____", 3], ["_E__", 2], ["__E_", 2], ["E__E", 1], ["___E", 1]];

const STEPS = { 1: nineWords, 2: noE, 3: rules };

// What the lesson leads to, by its address: a game against its cheat, or the game that a link is for.
const NEXT = {
  "/how-to-play": { play: (page, event) => page.play(event, firstGame), skip: "skip", dealers: "someAreHonest" },
  "/today": { play: playToday, skip: "skipToToday", dealers: "mayBeHonest" },
  "/fair-or-cheat": { play: (page, event) => page.play(event, anyWord), skip: "skip", dealers: "mayBeHonest" },
};

// The address names the step, so that it survives a reload and a change of the language.
export const howToPlayScreen = lesson("/how-to-play");

function lesson(address) {
  return (page, step) => {
    remember("taught", true);
    service.dictionaries(page.patience).catch(() => {}); // the game will want them, and try again
    (STEPS[step] ?? nineWords)(page, address);
  };
}

// A link to a game: it starts at once, or after the lesson on a device that has not had it. Going back leads to the first screen.
export function linkTo(address) {
  return (page, step) => {
    if (step) return lesson(address)(page, step);
    if (!remembered("taught", false)) return location.replace(`#${address}?1`);
    history.replaceState(history.state, "", "#");
    return NEXT[address].play(page, null);
  };
}

const goTo = (address, step) => () => (location.hash = `${address}?${step}`);
const play = (page, address) => (event) => NEXT[address].play(page, event);

function show(page, step, ...parts) {
  const marks = [1, 2, 3].map((nth) => el("i", { class: nth === step ? "now" : null }));
  page.show(el("div", { class: step === 2 ? "column lesson gone-beats" : "column lesson" }, silent("", { class: "steps" }, marks), ...parts, page.trouble));
}

const large = (text, click) => el("button", { type: "button", class: "main large wide", click }, text);
const foot = (text, click) =>
  el("p", { class: "last" }, el("button", { type: "button", class: "link", click }, text));

function nineWords(page, address) {
  const press = goTo(address, 2);
  show(page, 1,
    el("h1", { tabindex: -1 }, t("nineWords")),
    el("p", { class: "lead" }, t("nineWords.more")),
    el("ul", { class: "nine", role: "list" }, WORDS.map((word) => el("li", {}, word))),
    el("p", { class: "pattern four", "aria-hidden": "true" }, [..."____"].map(() => el("span", { class: "hidden" }))),
    el("p", { class: "ask" },
      el("button", { type: "button", class: "letter", click: press }, "E"), silent(t("pressIt"), { class: "quiet" })),
    lastGame() && address === "/how-to-play"
      ? el("p", { class: "last" }, el("a", { href: `#${lastGame()}` }, t("goOn")))
      : foot(t(NEXT[address].skip), play(page, address)));
  typed(LESSON, press, page.signal);
}

// A press ends the motions of the second step: nobody has to wait for them.
const endMotions = () => document.querySelector(".gone-beats").getAnimations({ subtree: true }).forEach((motion) => motion.finish());

function noE(page, address) {
  const item = (word, index) => {
    if (WITHOUT_E.includes(word)) return el("li", { class: "kept" }, word);
    return el("li", { class: "gone" }, struck(word, index), spoken(t("thrownAway")));
  };
  const heap = ([pattern, words], index) => {
    const node = el("span", { class: index ? "family" : "family kept" }, slots(pattern, LESSON));
    node.style.flexGrow = words;
    return node;
  };
  show(page, 2,
    el("h1", { tabindex: -1 }, t("noE")),
    el("p", { class: "lead" }, t("noE.more")),
    el("ul", { class: "nine", role: "list" }, WORDS.map(item)),
    silent("", { class: "heaps" }, HEAPS.map(heap), el("span", { class: "dropped" }, stroke(0))),
    el("p", { class: "note" }, t("heaps")),
    large(t("goOnLesson"), goTo(address, 3)),
    foot(t("onceMore"), goTo(address, 1)));
  for (const kind of ["click", "keydown"]) document.addEventListener(kind, endMotions, { signal: page.signal });
}

function rules(page, address) {
  const isGallows = setting("drawing") === "gallows";
  const line = (sign, text) => el("li", {}, silent("", { class: "sign" }, sign), el("span", {}, text));
  show(page, 3,
    el("h1", { tabindex: -1 }, t("corner")),
    el("p", { class: "lead" }, t("corner.more")),
    el("ul", { class: "rules", role: "list" },
      line(tallies({ misses: 2, max_misses: 6 }), t("rule.misses")),
      line(el("b", { class: "serif" }, t("word").toUpperCase()), t("rule.word")),
      line(el("b", { class: "serif red" }, t("words", { n: 35 })), t("rule.confession"))),
    el("p", { class: "lead" }, t(NEXT[address].dealers)),
    large(t("play"), play(page, address)),
    isGallows && foot(t("kinder"), () => {
      set("drawing", "snowman");
      rules(page, address);
    }));
}
