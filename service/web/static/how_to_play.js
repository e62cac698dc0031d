// How to play: nine words, a press on E, and six of them are gone.

import * as api from "./api.js";
import { el, seen, spoken } from "./dom.js";
import { t } from "./language.js";
import { tallies } from "./misses.js";
import { slots } from "./pattern.js";
import { remember } from "./remembered.js";
import { set, setting } from "./settings.js";
import { slash, stroke, struck } from "./stroke.js";

const WORDS = ["ALLY", "BETA", "COOL", "DEAL", "ELSE", "FLEW", "GOOD", "HOPE", "IBEX"];
const KEPT = WORDS.filter((word) => !word.includes("E"));
const HEAPS = [["____", 3], ["_E__", 2], ["__E_", 2], ["E__E", 1], ["___E", 1]];

export function howToPlayScreen(page) {
  remember("taught", true);
  api.dictionaries(page.patience); // the game will want them
  nineWords(page);
}

function show(page, step, ...parts) {
  const marks = [0, 1, 2].map((one) => el("i", { class: one === step ? "now" : null }));
  page.show(el("div", { class: "column lesson" }, seen("", { class: "steps" }, marks), ...parts, page.trouble));
}

const large = (text, click) => el("button", { type: "button", class: "main large wide", click }, text);
const foot = (text, click) =>
  el("p", { class: "last" }, el("button", { type: "button", class: "link", click }, text));

function nineWords(page) {
  const press = () => noE(page);
  show(page, 0,
    el("h1", { tabindex: -1 }, t("nineWords")),
    el("p", { class: "lead" }, t("nineWords.more")),
    el("ul", { class: "nine", role: "list" }, WORDS.map((word) => el("li", {}, word))),
    el("p", { class: "pattern four", "aria-hidden": "true" }, [..."____"].map(() => el("span", { class: "hidden" }))),
    el("p", { class: "ask" },
      el("button", { type: "button", class: "letter", click: press }, "E"), seen(t("pressIt"), { class: "quiet" })),
    foot(t("skip"), page.play));
}

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
  show(page, 1,
    el("h1", { tabindex: -1 }, t("noE")),
    el("p", { class: "lead" }, t("noE.more")),
    el("ul", { class: "nine", role: "list" }, WORDS.map(word)),
    seen("", { class: "heaps" }, HEAPS.map(heap), el("span", { class: "dropped" }, stroke(0))),
    el("p", { class: "note" }, t("heaps")),
    large(t("goOnLesson"), () => rules(page)),
    foot(t("onceMore"), () => nineWords(page)));
}

function rules(page) {
  const kind = setting("drawing") === "gallows";
  const line = (sign, text) => el("li", {}, seen("", { class: "sign" }, sign), el("span", {}, text));
  show(page, 2,
    el("h1", { tabindex: -1 }, t("corner")),
    el("p", { class: "lead" }, t("corner.more")),
    el("ul", { class: "rules", role: "list" },
      line(el("span", { class: "key", "data-state": "hit" }, "N"), t("rule.hit")),
      line(el("span", { class: "key", "data-state": "miss" }, "A", slash()), t("rule.miss")),
      line(tallies({ misses: 2, max_misses: 6 }), t("rule.misses")),
      line(el("b", { class: "serif" }, t("word").toUpperCase()), t("rule.word")),
      line(el("b", { class: "serif red" }, t("oneIn", { n: 288 })), t("rule.confession"))),
    large(t("play"), page.play),
    kind && foot(t("kinder"), () => {
      set("drawing", "snowman");
      rules(page);
    }));
}
