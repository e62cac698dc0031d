// The requests of the page: how long it waits, what it says meanwhile, and when it sends none.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { answering, passes, requests, settled } from "./network.mjs";
import { Problem, dealers, dictionaries, forgetLists, get, newKey, next, post } from "../../service/web/static/api.js";
import { titleOf } from "../../service/web/static/choices.js";
import { dailyCard, rememberDay } from "../../service/web/static/daily.js";
import { follow } from "../../service/web/static/follow.js";
import { remember, remembered } from "../../service/web/static/remembered.js";
import { keep } from "../../service/web/static/results.js";

beforeEach(forget);

const headersOf = ([, { headers }]) => Object.fromEntries(headers);

test("after a failure that may pass, the same request is sent again", async () => {
  const reasons = [];
  const key = newKey();
  answering({ status: 429, headers: { "Retry-After": "2" } }, { status: 503 }, { status: null }, { content: { id: "g" } });
  const game = post("games", { json: { length: 5 }, key, waiting: (why) => reasons.push(why) });
  for (const pause of [2000, 1000, 2000]) await settled().then(() => passes(pause));

  assert.deepEqual((await game).content, { id: "g" });
  assert.deepEqual(reasons, [{ status: 429, seconds: 2 }, { status: 503, seconds: 1 }, { status: null, seconds: 2 }, null]);
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

test("a refusal is a problem, even if a proxy wrote it", async () => {
  const errors = [{ pointer: "/length", code: "no-words-of-length", detail: "None." }, { pointer: "/seed", code: "wrong-type" }];
  answering(
    { status: 409, content: { code: "game-over", detail: "It is." } },
    { status: 422, content: { code: "invalid-input", detail: "None.", errors } },
    { status: 500 },
    { status: 404, content: { message: "a proxy's" } },
  );

  for (const [kind, message] of [["game-over", "It is."], ["no-words-of-length", "None."], ["unknown", "HTTP 500"], ["unknown", "HTTP 404"]]) {
    await assert.rejects(get("games/g"), (error) => error instanceof Problem && error.kind === kind && error.message === message);
  }
});

test("the request for the next version sends the tag of this one, which a proxy may have weakened", async () => {
  answering({ headers: { ETag: 'W/"7"', "Preference-Applied": "wait=20" } }, {});
  const { etag, waited } = await next("watch/w", '"6"');
  assert.deepEqual([etag, waited], ['"7"', true]);
  assert.deepEqual(headersOf(requests[0]), { "if-none-match": '"6"', prefer: "wait=20" });
  assert.equal((await next("watch/w", '"7"')).waited, false);
});

test("dictionaries are requested once, even if the first screen is left; after a refusal again", async () => {
  answering({ content: { dictionaries: ["en"] } }, { status: 404, content: { type: "x", detail: "" } }, { content: { dealers: ["honest"] } });
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const first = dictionaries({ signal: leaving.signal });
  leaving.abort();

  assert.deepEqual(await Promise.all([first, dictionaries({ signal: staying.signal })]), [["en"], ["en"]]);
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
  let version = '"1"';
  const changed = ({ content, etag }) => (heard.push(content), (version = etag));
  follow("w", { version: () => version, changed, signal: leaving.signal, ...more }).catch(() => {});
  return heard;
}

function hide(hidden) {
  document.hidden = hidden;
  document.listeners.splice(0).forEach((listen) => listen());
}

test("no request is sent while the page is hidden or a guess is on its way", async () => {
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
  assert.equal(requests.length, 0);
  idle();
  await settled();
  assert.equal(requests.length, 1);

  answering({ headers: { ETag: '"2"' }, content: "a guess" });
  hide(true); // the request is aborted
  await settled();
  idle();
  await settled();
  assert.equal(requests.length, 0);
  hide(false);
  await settled();
  assert.deepEqual(heard, ["a guess"]);
  leaving.abort();
});

test("after a request that the service could not hold, the next one waits", async () => {
  const leaving = new AbortController();
  answering({ status: 304 }, { headers: { ETag: '"2"' }, content: "a guess" });
  const heard = following(leaving, {});
  await settled();
  assert.equal(requests.length, 1);
  await passes(3000);
  await settled();
  assert.deepEqual(heard, ["a guess"]);
  leaving.abort();
});

const MINUTE = 60_000;
const DAY = {
  date: "2026-11-22", dictionary: "en", length: 6, max_misses: 8, dealer: null, seed: null, results: null,
};

// The card, after the network has answered.
async function card(now, left, ...answers) {
  Date.now = () => now;
  const content = { ...DAY, ends_at: new Date(now + left).toISOString() };
  answering({ content }, ...answers);
  const { node, known } = dailyCard({ signal: new AbortController().signal });
  await known;
  await settled();
  return node;
}

test("the card of the day says how others did, and the next game comes by itself", async () => {
  const now = Date.parse("2026-11-22T17:00:00Z");
  remember("today", { date: "2026-11-20", id: "g" }); // without it, yesterday's game is not requested
  const node = await card(now, 400.5 * MINUTE, { content: { results: { begun: 120, won: 31, games_by_misses: [0, 1, 30, 69] } } });
  assert.deepEqual(requests.map(([path]) => path), ["/daily", "/daily/2026-11-21"]);
  assert.deepEqual(texts(node, "p"), ["6 letters, 8 misses, the same for everybody", "Yesterday 69% were hangedNext in 6 h 41 min"]);
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
  for (const answer of [{ content: { results: null } }, notFound]) {
    forget();
    remember("today", { date: "2026-11-20", id: "g" });
    const node = await card(Date.parse("2026-11-22T17:00:00Z"), 3000 * MINUTE, answer);

    assert.equal(texts(node, ".day")[0], "");
    await card(Date.parse("2026-11-22T17:00:00Z"), 3000 * MINUTE);
    assert.deepEqual(requests, []); // both days are stored
  }
});

test("the card asks for yesterday's results again while they are hidden", async () => {
  const hidden = { content: { results: null, reveals_at: "2026-11-22T01:00:00Z" } };
  const shown = { content: { ...hidden.content, results: { begun: 4, won: 1, games_by_misses: [0, 1, 3] } } };
  const now = Date.parse("2026-11-22T00:30:00Z");
  remember("today", { date: "2026-11-20", id: "g" });
  assert.doesNotMatch(texts(await card(now, 3000 * MINUTE, hidden), ".day")[0], /Yesterday/);

  Date.now = () => now + 31 * MINUTE;
  answering(shown);
  const { node, known } = dailyCard({ signal: new AbortController().signal });
  await known;
  await settled();
  assert.deepEqual(requests.map(([path]) => path), ["/daily/2026-11-21"]);
  assert.match(texts(node, ".day")[0], /^Yesterday 75% were hanged/);
});

test("the next game comes to a device whose clock is some seconds ahead, and takes the place of a result", async () => {
  const now = Date.parse("2026-11-23T00:00:02Z");
  document.querySelector = () => ({}); // the style is there
  Date.now = () => now;
  remember("today", { date: DAY.date, id: "g" });
  keep({ id: "g", daily: DAY.date, won: true, misses: 3, hits: [true], word: "oak", pattern: "oak", language: "en" });
  const node = await card(now, -2000);
  await import("../../service/web/static/lazy.js").then(settled);
  assert.deepEqual([texts(node, ".serif").length, texts(node, ".day")[0]], [1, ""]);
  answering({ content: { ...DAY, date: "2026-11-23", length: 12, ends_at: "2026-11-24T00:00:00Z" } }, {});
  await passes(MINUTE);
  assert.match(texts(node, "p")[0], /^12 letters/);
  assert.equal(node.querySelectorAll("div")[0].hidden, false); // the slots
});

test("a game that is requested for today belongs to the day that the service names", async () => {
  const now = Date.parse("2026-11-22T23:59:00Z");
  const wanted = [];
  Date.now = () => now;
  answering({ content: { ...DAY, ends_at: "2026-11-23T00:00:00.000Z" } }, {});
  const play = async (_, game) => wanted.push(game()) && { id: "g", daily: "2026-11-23" };
  const { node, known } = dailyCard({ signal: new AbortController().signal, play });
  await known;
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
  globalThis.location = {};
  await before.querySelector("button").click(); // in another tab
  assert.equal(location.hash, "g");
  assert.deepEqual(action(await card(now, MINUTE, {})), ["Go on"]);
  for (const [won, said] of [[true, "You won, with 3 misses."], [false, "You lost this one."]]) {
    keep({ id: "g", won, misses: 3 });
    assert.deepEqual(action(await card(now, MINUTE, {})), [said, "How it went"]);
  }
});
