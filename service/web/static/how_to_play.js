// How to play: nine words, a press on E, and six of them are gone.

import * as api from "./api.js";
import { firstGame } from "./choices.js";
import { el, seen, spoken } from "./dom.js";
import { typed } from "./keys.js";
import { t } from "./language.js";
import { tallies } from "./misses.js";
import { slots } from "./pattern.js";
import { lastGame } from "./playing.js";
import { remember } from "./remembered.js";
import { set, setting } from "./settings.js";
import { stroke, struck } from "./stroke.js";

const WORDS = ["ALLY", "BETA", "COOL", "DEAL", "ELSE", "FLEW", "GOOD", "HOPE", "IBEX"];
const KEPT = WORDS.filter((word) => !word.includes("E"));
const HEAPS = [["____", 3], ["_E__", 2], ["__E_", 2], ["E__E", 1], ["___E", 1]];

const STEPS = { 1: nineWords, 2: noE, 3: rules };

// The address names the step, so that it outlives another language and a reload.
export function howToPlayScreen(page, step) {
  remember("taught", true);
  api.dictionaries(page.patience); // the game will want them
  (STEPS[step] ?? nineWords)(page);
}

const goTo = (step) => () => (location.hash = `/how-to-play?${step}`);
const play = (page) => (event) => page.play(event, firstGame(page.patience));

function show(page, step, ...parts) {
  const marks = [1, 2, 3].map((one) => el("i", { class: one === step ? "now" : null }));
  page.show(el("div", { class: step === 2 ? "column lesson gone-beats" : "column lesson" }, seen("", { class: "steps" }, marks), ...parts, page.trouble));
}

const large = (text, click) => el("button", { type: "button", class: "main large wide", click }, text);
const foot = (text, click) =>
  el("p", { class: "last" }, el("button", { type: "button", class: "link", click }, text));

function nineWords(page) {
  const press = goTo(2);
  show(page, 1,
    el("h1", { tabindex: -1 }, t("nineWords")),
    el("p", { class: "lead" }, t("nineWords.more")),
    el("ul", { class: "nine", role: "list" }, WORDS.map((word) => el("li", {}, word))),
    el("p", { class: "pattern four", "aria-hidden": "true" }, [..."____"].map(() => el("span", { class: "hidden" }))),
    el("p", { class: "ask" },
      el("button", { type: "button", class: "letter", click: press }, "E"), seen(t("pressIt"), { class: "quiet" })),
    lastGame() ? el("p", { class: "last" }, el("a", { href: `#${lastGame()}` }, t("goOn"))) : foot(t("skip"), play(page)));
  typed({ alphabet: "e", language: "en" }, press, page.signal);
}

// Nobody has to wait for the beats of the second step.
const endMotions = () => document.querySelector(".gone-beats").getAnimations({ subtree: true }).forEach((motion) => motion.finish());

function noE(page) {
  const word = (one, index) => {
    if (KEPT.includes(one)) return el("li", { class: "kept" }, one);
    return el("li", { class: "gone" }, struck(one, index), spoken(t("thrownAway")));
  };
  const heap = ([pattern, words], index) => {
    const node = el("span", { class: index ? "family" : "family kept" }, slots(pattern, "en"));
    node.style.flexGrow = words;
    return node;
  };
  show(page, 2,
    el("h1", { tabindex: -1 }, t("noE")),
    el("p", { class: "lead" }, t("noE.more")),
    el("ul", { class: "nine", role: "list" }, WORDS.map(word)),
    seen("", { class: "heaps" }, HEAPS.map(heap), el("span", { class: "dropped" }, stroke(0))),
    el("p", { class: "note" }, t("heaps")),
    large(t("goOnLesson"), goTo(3)),
    foot(t("onceMore"), goTo(1)));
  for (const kind of ["click", "keydown"]) document.addEventListener(kind, endMotions, { signal: page.signal });
}

function rules(page) {
  const kind = setting("drawing") === "gallows";
  const line = (sign, text) => el("li", {}, seen("", { class: "sign" }, sign), el("span", {}, text));
  show(page, 3,
    el("h1", { tabindex: -1 }, t("corner")),
    el("p", { class: "lead" }, t("corner.more")),
    el("ul", { class: "rules", role: "list" },
      line(tallies({ misses: 2, max_misses: 6 }), t("rule.misses")),
      line(el("b", { class: "serif" }, t("word").toUpperCase()), t("rule.word")),
      line(el("b", { class: "serif red" }, t("words", { n: 35 })), t("rule.confession"))),
    el("p", { class: "lead" }, t("someAreHonest")),
    large(t("play"), play(page)),
    kind && foot(t("kinder"), () => {
      set("drawing", "snowman");
      rules(page);
    }));
}
