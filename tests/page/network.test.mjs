// The requests of the page: how long it waits, what it says meanwhile, and when it sends none.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { answering, passes, requests, settled } from "./network.mjs";
import { titleOf } from "../../service/web/static/choices.js";
import { callOf, dailyCard, rememberDay } from "../../service/web/static/daily.js";
import { follow } from "../../service/web/static/follow.js";
import { Problem, newKey } from "../../service/web/static/hangman.js";
import { speak } from "../../service/web/static/language.js";
import { keepPlaying } from "../../service/web/static/playing.js";
import { remember, remembered } from "../../service/web/static/remembered.js";
import { keep } from "../../service/web/static/results.js";
import { dealers, dictionaries, forgetLists, get, post } from "../../service/web/static/service.js";

beforeEach(forget);
Math.random = () => 0.5; // pauses differ at random

const headersOf = ([, { headers }]) => Object.fromEntries(headers);

test("after a failure that may pass, the same request is sent again", async () => {
  const reasons = [];
  const key = newKey();
  answering({ status: 429, headers: { "Retry-After": "2" } }, { status: 503 }, { status: null }, { content: { id: "g" } });
  const game = post("games", { json: { length: 5 }, key, waiting: (why) => reasons.push(why) });
  for (const pause of [2500, 1000, 2000]) await settled().then(() => passes(pause));

  assert.deepEqual((await game).content, { id: "g" });
  assert.deepEqual(reasons, [{ status: 429, seconds: 3 }, { status: 503, seconds: 1 }, { status: null, seconds: 2 }, null]);
  assert.deepEqual(new Set(requests.map((request) => headersOf(request)["idempotency-key"])), new Set([key]));
  assert.deepEqual(requests.map(([path, { body }]) => path + body), Array(4).fill('/games{"length":5}'));
});

test("a request without a response is sent again, until its screen is left", async () => {
  const leaving = new AbortController();
  answering();
  const game = get("games/g", { signal: leaving.signal });
  await settled();
  await passes(10_000); // the timeout
  await passes(500);
  assert.equal(requests.length, 2);
  leaving.abort();
  await assert.rejects(game, { name: "AbortError" });
  await assert.rejects(get("games/g", { signal: leaving.signal }), { name: "AbortError" });
  assert.equal(requests.length, 2); // none was sent after that
});

test("the login page of a network is not a response", async () => {
  answering({ body: "<h1>Welcome to the hotel</h1>" }, { content: { id: "g" } });
  const game = get("games/g");
  await settled().then(() => passes(500));
  assert.deepEqual((await game).content, { id: "g" });
});

test("a proxy's own page is not an answer: the request waits for one, and says what came", async () => {
  const reasons = [];
  answering({ status: 404, body: "<h1>No backend</h1>" }, { content: { id: "g" } });
  const game = get("games/g", { waiting: (why) => reasons.push(why) });
  await settled().then(() => passes(500));
  assert.deepEqual((await game).content, { id: "g" });
  assert.deepEqual(reasons, [{ status: 404, seconds: 1 }, null]);
});

test("a refusal is a problem, even if a proxy wrote it", async () => {
  const errors = [{ pointer: "/length", code: "no-words-of-length", detail: "None." }, { pointer: "/seed", code: "wrong-type" }];
  answering(
    { status: 409, content: { code: "game-over", detail: "It is." } },
    { status: 422, content: { code: "invalid-input", detail: "None.", errors } },
    { status: 404, content: { message: "a proxy's" } },
  );

  for (const [kind, message] of [["game-over", "It is."], ["no-words-of-length", "None."], ["unknown", "HTTP 404"]]) {
    await assert.rejects(get("games/g"), (error) => error instanceof Problem && error.kind === kind && error.message === message);
  }
});

test("a tag is sent as it came, although a proxy may have weakened it", async () => {
  answering({ headers: { ETag: 'W/"7"' }, content: {} });
  assert.equal((await get("games/g")).etag, '"7"');
});

test("dictionaries are requested once, even if the first screen is left; after a refusal again", async () => {
  answering({ content: { dictionaries: [{ name: "en" }] } }, { status: 404, content: { type: "x", detail: "" } }, { content: { dealers: ["honest"] } });
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const first = dictionaries({ signal: leaving.signal });
  leaving.abort();

  const [one, other] = await Promise.all([first, dictionaries({ signal: staying.signal })]);
  assert.equal(one[0].name, "en");
  assert.equal(one[0].writing, other[0].writing);
  assert.equal(requests.length, 1);
  await assert.rejects(dealers({}));
  assert.deepEqual(await dealers({}), ["honest"]);
});

test("while a list does not come, the last screen that needs it says why", async () => {
  const reasons = [];
  const asking = (screen) => dealers({ waiting: (why) => reasons.push([screen, why?.status]) });
  forgetLists();
  answering({ status: 503 }, { content: { dealers: [] } });
  const both = [asking("left"), asking("shown")];
  await settled().then(() => passes(500));
  await Promise.all(both);
  assert.deepEqual(reasons, [["shown", 503], ["shown", undefined]]);
});

test("a dictionary has the page's name for it, or its own title", () => {
  const named = [["en", "Ours"], ["class-7b", "Class 7b, biology"], ["class-8a", "Class 8a"]].map(([name, title]) => titleOf({ name, title }));

  assert.deepEqual(named, ["English", "Class 7b, biology", "Class 8a"]);
});

// Follows a game until it is left; returns the array of what it gets.
function following(leaving, more) {
  const heard = [];
  let version = '"1-a"';
  const changed = ({ content, etag }) => (heard.push(content.said), (version = etag));
  follow("w", { version: () => version, changed, signal: leaving.signal, ...more }).catch((error) => heard.push(error.kind ?? error.name));
  return heard;
}

const state = (id, said, status = "in_progress") => `id: ${id}\nevent: game\ndata: ${JSON.stringify({ said, status })}\n\n`;
const BEGUN = "retry: 1500\n\n";

function hide(hidden) {
  document.hidden = hidden;
  document.listeners.splice(0).forEach((listen) => listen());
}

test("a hidden page closes its stream, and opens it again when it is seen", async () => {
  const leaving = new AbortController();
  document.listeners = [];
  document.addEventListener = (_, listen) => document.listeners.push(listen);
  let idle = null;
  answering();
  hide(true);
  const heard = following(leaving, { idle: () => new Promise((done) => (idle = done)) });
  await settled();
  hide(false);
  await settled();
  assert.equal(requests.length, 0); // a guess is on its way
  answering({ events: [BEGUN] });
  idle();
  await settled();
  const [[path, { signal, headers }]] = requests;
  assert.deepEqual([path, headers.get("Accept"), headers.get("Last-Event-ID")], ["/watch/w/events", "text/event-stream", "1-a"]);

  answering({ events: [BEGUN, state("2-b", "a guess")] });
  hide(true);
  await settled();
  assert.ok(signal.aborted);
  idle();
  await settled();
  assert.equal(requests.length, 0);
  hide(false);
  await settled();
  idle();
  await settled();
  idle();
  await settled();
  assert.deepEqual(heard, ["a guess"]);
  leaving.abort();
});

test("events come in any pieces, and a stream that ends is opened again with what is known", async () => {
  const leaving = new AbortController();
  const reasons = [];
  const [first, second] = [state("2-b", "ä guess"), state("3-c", "another")];
  answering({ events: [BEGUN + first.slice(0, 30), `${first.slice(30)}:\n\n`, null] }, { events: [BEGUN, second] });
  const heard = following(leaving, { waiting: (why) => reasons.push(why) });
  await settled().then(settled);
  assert.deepEqual(heard, ["ä guess"]);
  await passes(1500);
  await settled();
  assert.deepEqual(heard, ["ä guess", "another"]);
  assert.deepEqual(requests.map(([, { headers }]) => headers.get("Last-Event-ID")), ["1-a", "2-b"]);
  assert.ok(reasons.every((why) => why === null)); // nothing failed
  leaving.abort();
});

test("a stream that is refused or fails says why, and is opened again", async () => {
  const leaving = new AbortController();
  const reasons = [];
  const refused = `retry: 7000\nevent: problem\ndata: ${JSON.stringify({ code: "too-many-requests", status: 429 })}\n\n`;
  answering({ events: [refused, null] }, { body: "<h1>Welcome to the hotel</h1>" }, { status: null }, { events: [BEGUN, state("2-b", "a guess")] });
  const heard = following(leaving, { waiting: (why) => reasons.push(why) });
  for (const pause of [7000, 1000, 2000]) await settled().then(() => passes(pause));
  await settled();
  assert.deepEqual(heard, ["a guess"]);
  assert.deepEqual(reasons.slice(0, 3), [{ status: 429, seconds: 7 }, { status: null, seconds: 1 }, { status: null, seconds: 2 }]);
  assert.equal(reasons[3], null);
  leaving.abort();
});

test("a stream without a byte for too long is opened again", async () => {
  const leaving = new AbortController();
  answering({ events: [BEGUN] }, { events: [BEGUN, state("2-b", "a guess")] });
  const heard = following(leaving, {});
  await settled();
  await passes(40_000);
  await settled().then(() => passes(1500));
  await settled();
  assert.deepEqual(heard, ["a guess"]);
  leaving.abort();
});

test("the stream of a game that is over is closed, however long its end is looked at", async () => {
  answering({ events: [BEGUN, state("2-b", "the end", "lost")] });
  const heard = [];
  const changed = ({ content }) => (heard.push(content.said), new Promise(() => {}));
  follow("w", { version: () => '"1-a"', changed, signal: new AbortController().signal });
  await settled().then(settled);
  assert.deepEqual(heard, ["the end"]);
  assert.ok(requests[0][1].signal.aborted);
});

test("a game that is gone is a problem", async () => {
  answering({ events: [`${BEGUN}event: gone\ndata: {"watch_id":"w","code":"game-not-found"}\n\n`, null] });
  const heard = following(new AbortController(), {});
  await settled();
  assert.deepEqual(heard, ["game-not-found"]);
});

const MINUTE = 60_000;
const DAY = {
  date: "2026-11-22", dictionary: "en", length: 6, max_misses: 8, dealer: null, seed: null, results: null,
};

const WORDS = { content: { dictionaries: [{ name: "en", language: "en", lengths: [] }, { name: "de", language: "de-AT", lengths: [] }] } };
const RESULTS = { begun: 120, finished: 100, won: 31, called: 41, called_right: 41 };
const CHEATED = { content: { dealer: "cheat-score", results: RESULTS } };

let leaving = new AbortController();

// The card, after the network has answered. The page knows the lists of words already.
async function card(now, left, ...answers) {
  await knowsWords();
  Date.now = () => now;
  const content = { ...DAY, ends_at: new Date(now + left).toISOString() };
  answering({ content }, ...answers);
  return shownCard();
}

async function knowsWords() {
  forgetLists();
  answering(WORDS);
  await dictionaries({});
}

async function shownCard(more = {}) {
  leaving.abort(); // otherwise the card before would go on counting
  leaving = new AbortController();
  const { signal } = leaving;
  const { node, known } = dailyCard({ signal, patience: { signal }, ...more });
  await known;
  await settled();
  return node;
}

test("the card of the day says how others did, and the next game comes by itself", async () => {
  const now = Date.parse("2026-11-22T17:00:00Z");
  remember("today", { date: "2026-11-20", id: "g" }); // without it, yesterday's game is not requested
  const node = await card(now, 400.5 * MINUTE, CHEATED);
  assert.deepEqual(requests.map(([path]) => path), ["/daily", "/daily/2026-11-21"]);
  assert.deepEqual(texts(node, "p"), ["6 letters, 8 misses, the same for everybody", "It cheated yesterday: 41% called itNext in 6 h 41 min"]);
  assert.equal(node.querySelectorAll(".hidden").length, 6);

  Date.now = () => now + 400 * MINUTE;
  await passes(0.5 * MINUTE);
  assert.match(texts(node, ".day")[0], /Next in 1 min$/);
  Date.now = () => now + 401 * MINUTE;
  answering({ content: { ...DAY, date: "2026-11-23", length: 12, ends_at: new Date(now + 1000 * MINUTE).toISOString() } }, {});
  await passes(0.5 * MINUTE);
  assert.match(texts(node, "p")[0], /^12 letters/);
});

test("the card leaves out a day that nobody played, and a countdown by a wrong clock", async () => {
  const notFound = { status: 404, content: { code: "not-found", detail: "No such day." } };
  remember("today", { date: "2026-11-20", id: "g" });
  const node = await card(Date.parse("2026-11-22T17:00:00Z"), 3000 * MINUTE, notFound);

  assert.equal(texts(node, ".day")[0], "");
  await card(Date.parse("2026-11-22T17:00:00Z"), 3000 * MINUTE);
  assert.deepEqual(requests, []); // both days are stored
});

test("the card says what a day came to that nobody called, or that was fair", async () => {
  const now = Date.parse("2026-11-22T17:00:00Z");
  const nobody = { dealer: "largest-family", results: { ...RESULTS, called: 0, called_right: 0 } };
  const fair = { dealer: "honest", results: { ...RESULTS, called: 12, called_right: 0 } };
  const unplayed = { dealer: "honest", results: { ...RESULTS, finished: 0, called: 0, called_right: 0 } };
  for (const [content, said] of [[nobody, "It cheated yesterday: nobody called it"], [fair, "It was fair yesterday: 12% called it a cheat"], [unplayed, ""]]) {
    forget();
    remember("today", { date: "2026-11-20", id: "g" });
    assert.equal(texts(await card(now, 3000 * MINUTE, { content }), ".day")[0], said);
  }
});

test("until yesterday is revealed, the card names the last day that is", async () => {
  const now = Date.parse("2026-11-22T00:30:00Z");
  remember("today", { date: "2026-11-20", id: "g" });
  const node = await card(now, 1410 * MINUTE, CHEATED);
  assert.equal(requests[1][0], "/daily/2026-11-20");
  assert.match(texts(node, ".day")[0], /^It cheated on Friday: 41% called it/);

  Date.now = () => now + 29 * MINUTE;
  await passes(MINUTE);
  assert.equal(requests.length, 2); // nothing is requested every minute
  Date.now = () => now + 30 * MINUTE;
  answering({ content: { ...CHEATED.content, results: { ...RESULTS, called: 50 } } });
  await passes(MINUTE);
  assert.deepEqual(requests.map(([path]) => path), ["/daily/2026-11-21"]);
  assert.match(texts(node, ".day")[0], /^It cheated yesterday: 50% called it/);
});

test("at midnight, yesterday gets the name of its weekday", async () => {
  const now = Date.parse("2026-11-21T23:59:00Z");
  remember("today", { date: "2026-11-20", id: "g" });
  answering();
  await knowsWords();
  Date.now = () => now;
  const before = { ...DAY, date: "2026-11-21", ends_at: "2026-11-22T00:00:00Z" };
  answering({ content: before }, CHEATED);
  const node = await shownCard();
  assert.match(texts(node, ".day")[0], /^It cheated yesterday: 41% called it/);
  Date.now = () => now + MINUTE;
  answering({ content: { ...DAY, ends_at: "2026-11-23T00:00:00Z" } }, CHEATED);
  await passes(MINUTE);
  assert.match(texts(node, ".day")[0], /^It cheated on Friday: 41% called it/);
});

test("the results of a day that is still hidden are requested again", async () => {
  const now = Date.parse("2026-11-22T01:00:30Z"); // by a clock that is fast
  remember("today", { date: "2026-11-20", id: "g" });
  const node = await card(now, 3000 * MINUTE, { content: { results: null } });
  assert.equal(texts(node, ".day")[0], "");
  answering(CHEATED);
  assert.match(texts(await shownCard(), ".day")[0], /^It cheated yesterday: 41% called it/);
});

test("the card names the language of a game that is not in the page's", async () => {
  const now = Date.parse("2026-11-22T17:00:00Z");
  speak("de");
  assert.equal(texts(await card(now, MINUTE), "p")[0], "6 Buchstaben, 8 Fehler, auf Englisch, für alle gleich");
  speak("en");
  assert.equal(texts(await card(now, MINUTE), "p")[0], "6 letters, 8 misses, the same for everybody");
});

test("a call is sent with the guesses of a day's game, and with no others", () => {
  keepPlaying("g", { call: { nth: 2, left: 5 } });
  assert.deepEqual(callOf({ id: "g", daily: "2026-11-22" }), { call: true });
  assert.deepEqual(callOf({ id: "g", daily: null }), {});
  assert.deepEqual(callOf({ id: "other", daily: "2026-11-22" }), {});
  keepPlaying("g", { call: null }); // taken back
  assert.deepEqual(callOf({ id: "g", daily: "2026-11-22" }), {});
});

test("the next game comes to a device whose clock is some seconds ahead, and takes the place of a result", async () => {
  const now = Date.parse("2026-11-23T00:00:02Z");
  document.querySelector = () => ({}); // the style is there
  Date.now = () => now;
  remember("today", { date: DAY.date, id: "g" });
  keep({ id: "g", daily: DAY.date, won: true, misses: 3, hits: [true], word: "oak", pattern: "oak" });
  const node = await card(now, -2000);
  await import("../../service/web/static/lazy.js").then(settled);
  assert.deepEqual([texts(node, ".stamp"), texts(node, ".day")[0]], [["Found"], ""]);
  answering({ content: { ...DAY, date: "2026-11-23", length: 12, ends_at: "2026-11-24T00:00:00Z" } }, {});
  await passes(MINUTE);
  assert.match(texts(node, "p")[0], /^12 letters/);
  assert.equal(node.querySelectorAll("div")[0].hidden, false); // the slots
});

test("before today's game, the card has this device's own yesterday; then how today's went takes its place", async () => {
  const now = Date.parse("2026-11-22T17:00:00Z");
  const own = { won: false, misses: 8, claim: "fair", honest: false, hits: [true], left: 3 };
  keep({ ...own, id: "y", daily: "2026-11-21", word: "oak", pattern: "oak", until: "2026-11-22T18:00:00Z" });
  keep({ ...own, id: "other", daily: "2026-11-20", word: "elm", pattern: "elm" });
  const shown = async () => {
    const node = await card(now, MINUTE, {});
    await import("../../service/web/static/lazy.js").then(settled);
    return texts(node, ".note").filter((note) => note.includes("Yesterday"));
  };
  assert.deepEqual(await shown(), ["Yesterday: oak · Fooled · Hanged Look at it again"]);
  remember("today", { date: DAY.date, id: "g" });
  remember("day", null);
  keep({ ...own, id: "g", daily: DAY.date, word: "ash", pattern: "ash" });
  assert.deepEqual(await shown(), []);
});

test("a game that is requested for today belongs to the day that the service names", async () => {
  const now = Date.parse("2026-11-22T23:59:00Z");
  const wanted = [];
  Date.now = () => now;
  await knowsWords();
  answering({ content: { ...DAY, ends_at: "2026-11-23T00:00:00.000Z" } }, {});
  const play = async (_, game) => wanted.push(game()) && { id: "g", daily: "2026-11-23" };
  const node = await shownCard({ play });
  await node.querySelector("button").click();

  assert.deepEqual(wanted, [{ daily: "today" }]);
  rememberDay({ id: "g", daily: "2026-11-23" });
  assert.deepEqual(remembered("today"), { date: "2026-11-23", id: "g" });
  assert.equal(remembered("day", null), null); // that day is over
});

test("the card begins the day's game, goes on with it, or shows how it went", async () => {
  const now = Date.parse("2026-11-22T17:00:00Z");
  const action = (node) => [...texts(node, ".lead"), ...texts(node, ".large")];
  const before = await card(now, MINUTE, {});
  assert.deepEqual(action(before), ["Play"]);
  assert.deepEqual(requests.map(([path]) => path), ["/daily"]); // yesterday's only after a day's game
  remember("day", null);
  remember("today", { date: "2026-11-22", id: "g" });
  await card(now, MINUTE, {});
  assert.deepEqual(requests.map(([path]) => path), ["/daily"]); // nor after today's: the service may be as young
  remember("day", null);
  keep({ id: "b", daily: "2026-11-20" });
  await card(now, MINUTE, {});
  assert.deepEqual(requests.map(([path]) => path), ["/daily", "/daily/2026-11-21"]);
  remember("day", null);
  remember("today", { date: "2026-11-22", id: "g" });
  globalThis.location = {};
  await before.querySelector("button").click(); // in another tab
  assert.equal(location.hash, "g");
  assert.deepEqual(action(await card(now, MINUTE, {})), ["Go on"]);
  for (const [won, said] of [[true, "You won, with 3 misses."], [false, "You lost this one."]]) {
    keep({ id: "g", won, misses: 3 });
    assert.deepEqual(action(await card(now, MINUTE, {})), [said, "How it went"]);
  }
});
