// The game of the day on the first screen: the same for everybody, one each day.

import { el, silent } from "./dom.js";
import { language, nameOfLanguage, percent, t, weekday } from "./language.js";
import { loadLazy } from "./load_lazy.js";
import { inLines } from "./pattern.js";
import { playing } from "./playing.js";
import { remember, remembered } from "./remembered.js";
import { results } from "./results.js";
import * as service from "./service.js";

const USUAL = 8; // slots, until the day's game is known
const MINUTE = 60_000; // milliseconds
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const HONEST = "honest";
export const dayBefore = (date) => dateOf(Date.parse(date) - DAY);
const dateOf = (time) => new Date(time).toISOString().slice(0, 10); // in UTC, as the service counts days
export const today = () => dateOf(Date.now()); // by the clock of this device
// When the service shows everybody what the day's game was: an hour after the day has ended.
export const revealsAt = (daily) => Date.parse(daily) + DAY + HOUR;
// The last day whose results everybody may see: yesterday; in the first hour of a day, the day before.
const lastRevealed = () => dateOf(Date.now() - HOUR - DAY);

// The card, and a promise to await before the page sends less urgent requests.
export function dailyCard(page) {
  let day = { date: today() };
  let spoken = ""; // the language of its words, if that is not the page's
  let lookedBack = ""; // today, and the day whose results were requested
  const about = el("p", { class: "note" });
  const word = el("div");
  const action = el("div");
  const ours = el("div", { class: "lately" });
  const [before, next] = [el("span"), el("span")];
  const node = el("div", { class: "card" },
    el("h2", {}, t("todaysGame")), about, word, action, ours, el("p", { class: "note day" }, before, next));
  const play = () => start(page, day.date);
  update();
  return { node, update, known: load().catch(() => {}) };

  async function load() {
    const shown = day.date;
    day = await ofToday(page.signal);
    update(day.date === shown);
    tell();
    nameLanguage().catch(() => {}); // the card does without it
  }

  function update(isSameDay = false) {
    const { length, max_misses: most } = day;
    const game = [t("letters", { n: length ?? 0 }), t("misses.n", { n: most ?? 0 }), spoken && t("inLanguage", { language: spoken })];
    about.textContent = length ? t("sameForAll", { game: game.filter(Boolean).join(", ") }) : t("forAll");
    word.replaceChildren(slots(length ?? USUAL));
    if (isSameDay) return; // the player may be pressing the button
    word.hidden = false;
    action.replaceChildren(...actions(day.date, play));
    ours.replaceChildren();
    showOurs().catch(() => {}); // the card does without it
  }

  // How today's game went on this device; before that, how yesterday's did.
  async function showOurs() {
    const { date } = day;
    const played = ended(date);
    if (played ? !played.hits : !results().length) return;
    const [{ dayCard, lately }, all] = await Promise.all([loadLazy(), service.dictionaries({ signal: page.signal })]);
    if (day.date !== date) return;
    word.hidden = Boolean(played);
    (played ? action : ours).replaceChildren(...(played ? [dayCard(played, all)] : lately(day, all)));
  }

  // What changes with the time: the countdown, and the day whose results are known.
  function tell() {
    countDown();
    lookBack().catch(() => {}); // the card does without it
  }

  // Shows how long it is until the next game, and then that game.
  function countDown() {
    const left = Date.parse(day.ends_at) - Date.now();
    if (Math.abs(left) > DAY) return; // the clock of this device is wrong
    next.textContent = nextIn(Date.parse(day.ends_at));
    const tick = () => (Date.parse(day.ends_at) > Date.now() ? tell() : load().catch(() => {}));
    const timer = setTimeout(tick, Math.max(left, 0) % MINUTE || MINUTE);
    page.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }

  // Today's game can be in another language than the page's. The list of words is requested after the game.
  async function nameLanguage() {
    const words = (await service.dictionaries(page.patience)).find(({ name }) => name === day.dictionary);
    if (!words || words.language.split("-")[0] === language) return;
    spoken = nameOfLanguage(words.language);
    update(true);
  }

  // Only if this device has played a day's game by then: if nobody played that day's, the service returns 404, which browsers
  // log as an error.
  async function lookBack() {
    const date = lastRevealed();
    const seen = `${day.date} ${date}`; // at midnight, yesterday becomes a weekday
    if (!hadDays(date) || lookedBack === seen) return;
    lookedBack = seen;
    before.textContent = howItWas(await revealedDay(day, date, page.signal), day.date);
  }
}

// “It cheated yesterday: 41% called it”, “It was fair on Friday: 12% called it a cheat”; nothing if nobody has played to the
// end. Only calls during the game are counted: a verdict at the end stays on the device.
function howItWas({ date, isHonest, called, finished }, thatDay) {
  if (!finished) return "";
  const isYesterday = date === dayBefore(thatDay);
  const values = { share: percent(called / finished), day: isYesterday ? t("yesterday") : t("onDay", { day: weekday(date) }) };
  return t(isHonest ? "fairOn" : called ? "calledOn" : "nobodyCalled", values);
}

// Today's game and, below, the results of the last day that is revealed: each requested once a day.
async function ofToday(signal) {
  const stored = remembered("day", null);
  if (stored && Date.parse(stored.ends_at) > Date.now()) return stored;
  const { content } = await service.get("daily", { signal });
  remember("day", content);
  return content;
}

async function revealedDay(day, date, signal) {
  const stored = remembered("day", null)?.revealed;
  if (stored?.date === date) return stored;
  const content = await service.contentOf(`daily/${date}`, { signal });
  if (content && !content.results) return {}; // the clock of this device is fast: ask again later
  const { called = 0, finished = 0 } = content?.results ?? {}; // nobody requested that game
  const revealed = { date, isHonest: content?.dealer === HONEST, called, finished };
  remember("day", { ...day, revealed });
  return revealed;
}

// “Next in 5 h 12 min”; nothing once the day is over.
export function nextIn(end) {
  const minutes = Math.ceil((end - Date.now()) / MINUTE);
  const isRight = minutes > 0 && minutes <= DAY / MINUTE; // or else the clock of this device is days off
  return isRight ? t("nextIn", { time: duration(Math.floor(minutes / 60), minutes % 60) }) : "";
}

const duration = (hours, minutes) => (hours ? t("hours", { hours, n: minutes }) : t("minutes", { n: minutes }));

export const isOfToday = (daily) => daily === today();

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

// Plays today's game, or goes on with it, or shows how it went.
export async function playToday(page) {
  try {
    const { content: { date } } = await service.get("daily", page.patience); // the clock of this device may be days off
    await start(page, date);
  } catch (error) {
    page.failed(error, () => playToday(page));
  }
}

// What is sent with a guess: the player's call, which counts once, and never in other games.
export const callOf = ({ id, daily }) => (daily && playing(id).call ? { call: true } : {});

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

// Whether this device has played a game of that day or of one before.
const hadDays = (date) => [remembered("today", {}).date, ...results().map(({ daily }) => daily)].some((played) => played <= date);

// The result of that day's game, if it was played to its end on this device.
function ended(date) {
  const begun = remembered("today", {});
  return begun.date === date ? results().find(({ id }) => id === begun.id) : undefined;
}

function slots(letters) {
  const empty = Array.from({ length: letters }, () => el("span", { class: "hidden" }));
  return inLines(silent("", { class: "pattern" }, empty), letters);
}
