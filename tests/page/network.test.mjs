// The requests of the page: how long it waits, what it says meanwhile, and when it sends none.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { answering, passes, requests, settled } from "./network.mjs";
import { Problem, dealers, dictionaries, forgetLists, get, newKey, post } from "../../service/web/static/api.js";
import { titleOf } from "../../service/web/static/choices.js";
import { dailyCard, rememberDay } from "../../service/web/static/daily.js";
import { follow } from "../../service/web/static/follow.js";
import { loadLazy } from "../../service/web/static/load_lazy.js";
import { remember, remembered } from "../../service/web/static/remembered.js";
import { keep } from "../../service/web/static/results.js";

beforeEach(forget);
Math.random = () => 0.5; // pauses differ at random

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

test("a tag is sent as it came, although a proxy may have weakened it", async () => {
  answering({ headers: { ETag: 'W/"7"' } });
  assert.equal((await get("games/g")).etag, '"7"');
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

await loadLazy(); // the client that follows a game comes with it

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
