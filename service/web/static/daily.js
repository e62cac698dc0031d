// The game of the day on the first screen: the same for everybody, one each day.

import { wordsOf } from "./choices.js";
import { el, silent } from "./dom.js";
import { language, languageName, percent, t } from "./language.js";
import { loadLazy } from "./load_lazy.js";
import { inLines } from "./pattern.js";
import { remember, remembered } from "./remembered.js";
import { results } from "./results.js";
import * as service from "./service.js";

const USUAL = 8; // slots, until the day's game is known
const MINUTE = 60_000; // milliseconds
export const DAY = 1440 * MINUTE;
const NOBODY = { won: 0, games_by_misses: [] };
const dateOf = (time) => new Date(time).toISOString().slice(0, 10); // in UTC, as the service counts days
export const today = () => dateOf(Date.now()); // by the clock of this device

// The card, and a promise to await before the page sends less urgent requests.
export function dailyCard(page) {
  let day = { date: dateOf(Date.now()) };
  let words = []; // the dictionaries, once they are known
  const about = el("p", { class: "note" });
  const word = el("div");
  const action = el("div");
  const [yesterday, next] = [el("span"), el("span")];
  const node = el("div", { class: "card" },
    el("h2", {}, t("todaysGame")), about, word, action, el("p", { class: "note day" }, yesterday, next));
  const play = () => start(page, day.date);
  update();
  return { node, known: load().catch(() => {}), nameLanguage };

  async function load() {
    const before = day.date;
    day = await ofToday(page.signal);
    update(day.date === before);
    countDown();
    lookBack().catch(() => {}); // the card does without it
  }

  function update(isSameDay = false) {
    const { length, max_misses: most } = day;
    const all = length
      ? t("sameForAll", { letters: t("letters", { n: length }), misses: t("misses.n", { n: most }) })
      : t("forAll");
    about.textContent = [all, foreign()].filter(Boolean).join(". ");
    word.replaceChildren(slots(length ?? USUAL));
    if (isSameDay) return; // the player may be pressing the button
    word.hidden = false;
    action.replaceChildren(...actions(day.date, play));
    const played = ended(day.date);
    if (played?.hits) Promise.all([loadLazy(), service.dictionaries({ signal: page.signal })]).then(([{ dayCard }, all]) => {
      word.hidden = true;
      action.replaceChildren(dayCard(played, wordsOf(day, all).dictionary.writing));
    }, () => {}); // the card does without it
  }

  // Says which language the day's word is in. A page whose other games are in the language of the page needs that.
  function nameLanguage(dictionaries) {
    words = dictionaries;
    update(true);
  }

  function foreign() {
    const { language: spoken = language } = words.find(({ name }) => name === day.dictionary) ?? {};
    return spoken.split("-")[0] !== language && t("otherWords", { language: languageName(spoken) });
  }

  // Shows how long it is until the next game, and then that game.
  function countDown() {
    const left = Date.parse(day.ends_at) - Date.now();
    if (Math.abs(left) > DAY) return; // the clock of this device is wrong
    next.textContent = nextIn(Date.parse(day.ends_at));
    const tick = () => (Date.parse(day.ends_at) > Date.now() ? countDown() : load().catch(() => {}));
    const timer = setTimeout(tick, Math.max(left, 0) % MINUTE || MINUTE);
    page.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }

  // Only for players of day's games: if nobody played yesterday's, the service returns 404, which browsers log as an error.
  async function lookBack() {
    if (!remembered("today", {}).date) return;
    const { won, ended } = await yesterdayOf(day, page.signal);
    yesterday.textContent = ended ? t("yesterdayHanged", { share: percent(1 - won / ended) }) : "";
  }
}

// Today's game and, below, the results of yesterday's: each requested once a day.
async function ofToday(signal) {
  const stored = remembered("day", null);
  if (stored && Date.parse(stored.ends_at) > Date.now()) return stored;
  const { content } = await service.get("daily", { signal });
  remember("day", content);
  return content;
}

async function yesterdayOf(day, signal) {
  if (day.yesterday) return day.yesterday;
  const before = await service.contentOf(`daily/${dateOf(Date.parse(day.date) - DAY)}`, { signal });
  if (Date.now() < Date.parse(before?.reveals_at)) return { won: 0, ended: 0 }; // ask again later
  const { won, games_by_misses: games } = before?.results ?? NOBODY; // nobody requested that game
  const yesterday = { won, ended: games.reduce((sum, count) => sum + count, 0) };
  remember("day", { ...day, yesterday });
  return yesterday;
}

// “Next in 5 h 12 min”; nothing once the day is over.
export function nextIn(end) {
  const minutes = Math.ceil((end - Date.now()) / MINUTE);
  return minutes > 0 ? t("nextIn", { time: duration(Math.floor(minutes / 60), minutes % 60) }) : "";
}

const duration = (hours, minutes) => (hours ? t("hours", { hours, n: minutes }) : t("minutes", { n: minutes }));

export const isOfToday = (daily) => daily === dateOf(Date.now());

// Whether a game is today's, begun on this device.
export function isTodays(id) {
  const begun = remembered("today", {});
  return begun.id === id && isOfToday(begun.date);
}

// A game has begun: if it is a day's, the card leads to it from now on.
export function rememberDay({ id, daily }) {
  if (daily) remember("today", { date: daily, id });
}

// A game is gone: if it was today's, the player can begin it again.
export function forgetDay(id) {
  if (remembered("today", {}).id === id) remember("today", {});
}

async function start(page, date) {
  const begun = remembered("today", {});
  if (begun.date === date) return (location.hash = begun.id); // begun in another tab
  const game = await page.play(null, () => ({ daily: "today" }));
  if (game?.daily !== date) remember("day", null); // that day is over: the clock of this device is wrong
}

// The button that begins the day's game, or the link to go on with it or to see how it went.
function actions(date, play) {
  const begun = remembered("today", {});
  if (begun.date !== date) {
    return [el("button", { type: "button", class: "main large wide", click: play }, t("play"))];
  }
  const played = ended(date);
  const how = played && t(played.won ? "dayWon" : "dayLost", { n: played.misses });
  return [
    how && el("p", { class: "lead" }, how),
    el("a", { class: "button main large wide", href: `#${begun.id}` }, t(played ? "howItWent" : "goOnDay")),
  ].filter(Boolean);
}

// The result of that day's game, if it was played to its end on this device.
function ended(date) {
  const begun = remembered("today", {});
  return begun.date === date ? results().find(({ id }) => id === begun.id) : undefined;
}

function slots(letters) {
  const empty = Array.from({ length: letters }, () => el("span", { class: "hidden" }));
  return inLines(silent("", { class: "pattern" }, empty), letters);
}
