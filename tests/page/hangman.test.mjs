// The client for pages elsewhere, in a network that loses, delays and forges responses.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./browser.mjs";
import { answering, passes, requests, settled } from "./network.mjs";
import { Hangman, NoNetwork, Problem } from "../../service/web/static/hangman.js";

Math.random = () => 0.5; // pauses differ at random

const game = (version, more) => ({ id: "g", version, status: "in_progress", ...more });
const answer = (version, more) => ({ content: game(version, more), headers: { ETag: `"${version}-a"` } });
const problem = (status, code, more) => ({ status, content: { status, code, detail: `${code}.`, ...more } });
const PORTAL = { body: "<h1>Welcome to the hotel</h1>" };
const headerOf = (name) => requests.map(([, { headers }]) => headers.get(name));
const sent = () => requests.map(([path, { body }]) => path + (body ?? ""));

class Device {
  values = new Map();
  getItem = (name) => this.values.get(name) ?? null;
  setItem = (name, value) => this.values.set(name, value);
}

let [device, hangman, reasons] = [];

beforeEach(() => {
  [device, reasons] = [new Device(), []];
  hangman = opened();
});

const opened = (more) => new Hangman("http://hangman.test/app", { storage: device, waiting: (why) => reasons.push(why), ...more });

async function begun() {
  answering(answer(1));
  await hangman.start({ length: 8 });
  reasons.length = 0;
}

test("a game is played with a new key for each guess, on the state that the player has seen", async () => {
  answering(answer(1), answer(2), answer(3, { status: "won" }));
  assert.equal((await hangman.start({ length: 8 })).version, 1);
  assert.equal((await hangman.guess("e")).version, 2);
  assert.equal((await hangman.guess("zebra")).status, "won");

  assert.deepEqual(sent(), ['/app/games{"length":8}', '/app/games/g/guesses{"letter":"e"}', '/app/games/g/guesses{"word":"zebra"}']);
  assert.equal(new Set(headerOf("Idempotency-Key")).size, 3);
  assert.deepEqual(headerOf("If-Match"), [null, '"1-a"', '"2-a"']);
});

test("a letter may be written in several ways", async () => {
  await begun();
  answering(answer(2), answer(3));
  await hangman.guess("e\u0301");
  await hangman.guess({ letter: "ch" });
  assert.deepEqual(requests.map(([, { body }]) => JSON.parse(body)), [{ letter: "e\u0301" }, { letter: "ch" }]);
});

test("while no answer comes, the same guess is sent again with its key", async () => {
  await begun();
  answering({ status: null }, PORTAL, { status: 502, body: "<h1>Bad gateway</h1>" }, { ...problem(503, "unavailable"), headers: { "Retry-After": "3" } }, answer(2));
  const guess = hangman.guess("e");
  for (const pause of [500, 1000, 2000, 3500]) await settled().then(() => passes(pause));

  assert.equal((await guess).version, 2);
  assert.equal(requests.length, 5);
  assert.equal(new Set(headerOf("Idempotency-Key")).size, 1);
  assert.deepEqual(reasons.map((why) => why?.status), [null, null, 502, 503, undefined]);
});

test("a response that does not come in time is given up", async () => {
  await begun();
  answering(); // it accepts, and never answers
  const guess = hangman.guess("e");
  await settled().then(() => passes(10_000));
  answering(answer(2));
  await settled().then(() => passes(500));
  assert.equal((await guess).version, 2);
});

test("guesses are sent one after another", async () => {
  await begun();
  answering({ status: null }, answer(2), answer(3));
  const both = [hangman.guess("e"), hangman.guess("t")];
  await settled();
  assert.equal(requests.length, 1);
  await passes(500);
  assert.deepEqual((await Promise.all(both)).map(({ version }) => version), [2, 3]);
  assert.deepEqual(headerOf("If-Match"), ['"1-a"', '"1-a"', '"2-a"']);
});

for (const [status, code] of [[409, "already-guessed"], [409, "game-over"], [412, "version-mismatch"], [422, "idempotency-key-reused"]]) {
  test(`after ${code}, the game is the one that the problem carries`, async () => {
    await begun();
    answering({ ...problem(status, code, { game: game(5) }), headers: { ETag: '"5-a"' } }, answer(6));
    assert.equal((await hangman.guess("e")).version, 5);
    assert.equal((await hangman.guess("t")).version, 6);
    assert.deepEqual(headerOf("If-Match"), ['"1-a"', '"5-a"']);
  });
}

test("what can be no guess is a problem, and the next guess is made", async () => {
  await begun();
  answering(problem(422, "not-a-word"), answer(2));
  await assert.rejects(hangman.guess("qqqqqqqq"), (error) => error instanceof Problem && error.code === "not-a-word" && error.message === "not-a-word.");
  assert.equal((await hangman.guess("e")).version, 2);
});

test("a guess that was on its way is repeated after a crash, with its key", async () => {
  await begun();
  answering();
  hangman.guess("e").catch(() => {});
  await settled();
  const [key] = headerOf("Idempotency-Key");
  answering(answer(2), answer(4)); // somebody else has guessed since
  const again = opened(); // the page was loaded again
  assert.equal((await again.resume()).version, 4);
  assert.deepEqual(sent(), ['/app/games/g/guesses{"letter":"e"}', "/app/games/g"]);
  assert.deepEqual([headerOf("Idempotency-Key")[0], headerOf("If-Match")[0]], [key, '"1-a"']);
  answering(answer(2));
  await opened().resume();
  assert.deepEqual(sent(), ["/app/games/g"]);
});

test("a start that was on its way is repeated after a crash, with its key", async () => {
  answering();
  hangman.start({ length: 8 }).catch(() => {});
  await settled();
  const [key] = headerOf("Idempotency-Key");
  answering(answer(1), answer(1));
  assert.equal((await opened().resume()).version, 1);
  assert.deepEqual(headerOf("Idempotency-Key"), [key, null]);
});

test("when patience ends there is no network, and resume makes the guess", async ({ mock }) => {
  let now = 0;
  mock.method(Date, "now", () => now);
  hangman = opened({ storage: null, patience: 700 });
  await begun();
  answering({ status: null }, PORTAL, PORTAL);
  const guess = hangman.guess("e");
  guess.catch(() => {});
  await settled();
  for (const milliseconds of [500, 200]) {
    now += milliseconds; // the last try is when patience ends
    await passes(milliseconds);
  }
  await assert.rejects(guess, NoNetwork);
  assert.equal(headerOf("Idempotency-Key").length, 3);
  const [key] = headerOf("Idempotency-Key");
  answering(answer(2), answer(2));
  assert.equal((await hangman.resume()).version, 2);
  assert.deepEqual(headerOf("Idempotency-Key"), [key, null]);
});

for (const content of [{}, [], true, null, { id: "another" }]) {
  test(`${JSON.stringify(content)} is no game: the guess is sent again`, async () => {
    await begun();
    answering({ content }, answer(2));
    const guess = hangman.guess("e");
    await settled().then(() => passes(500));
    assert.equal((await guess).version, 2);
    assert.equal(new Set(headerOf("Idempotency-Key")).size, 1);
  });
}

for (const [after, milliseconds] of [["-1", 500], ["Wed, 21 Oct 2026 07:28:00 GMT", 500], ["soon", 500], ["3000000", 86_400_500]]) {
  test(`after a Retry-After of ${after}, the pause has an end and is one`, async () => {
    hangman = opened({ patience: Infinity });
    await begun();
    answering({ ...problem(503, "unavailable"), headers: { "Retry-After": after } }, answer(2));
    const guess = hangman.guess("e");
    await settled();
    assert.equal(requests.length, 1);
    await passes(milliseconds);
    assert.equal((await guess).version, 2);
  });
}

test("a game is not forgotten because a proxy knows nothing of it", async () => {
  await begun();
  answering({ status: 404, content: { message: "no route" } });
  await assert.rejects(hangman.resume(), (error) => error.code === "unknown");
  answering(answer(1));
  assert.equal((await opened().resume()).version, 1);
});

test("while the storage is full, this page remembers by itself", async () => {
  await begun();
  device.setItem = () => { throw new Error("full"); };
  answering(answer(1, { id: "h" }), answer(1, { id: "h" }));
  await hangman.start();
  assert.equal((await hangman.resume()).id, "h");
});

test("nothing to resume is null, also if the game has expired", async () => {
  assert.equal(await hangman.resume(), null);
  await begun();
  answering(problem(404, "game-not-found"));
  assert.equal(await opened().resume(), null);
  answering();
  assert.equal(await opened().resume(), null);
  answering(answer(4));
  assert.equal((await opened().resume("g")).version, 4);
});

test("hints and confessions are read, with the key of the client", async () => {
  hangman = opened({ apiKey: "k" });
  await begun();
  answering({ content: { letters: [] } }, { content: { honest: false } });
  assert.deepEqual(await hangman.hint({ words: 3 }), { letters: [] });
  assert.deepEqual(await hangman.confession(), { honest: false });
  assert.deepEqual([sent(), headerOf("Authorization")], [["/app/games/g/hint?words=3", "/app/games/g/confession"], ["Bearer k", "Bearer k"]]);
});

const state = (version, status) => `id: ${version}-a\nevent: game\ndata: ${JSON.stringify({ version, status })}\n\n`;

for (const [retry, milliseconds] of [["1", 300], ["99999999999", 86_400_000], ["soon", 500]]) {
  test(`a stream that wants its client back after ${retry} ms is not asked without a pause`, async () => {
    answering({ events: [`retry: ${retry}\n\n`, null] }, { events: [state(2, "lost")] });
    const watching = hangman.watch("w").next();
    await settled();
    assert.equal(requests.length, 1);
    await passes(milliseconds);
    assert.equal((await watching).value.version, 2);
  });
}

test("a game is watched to its end", async () => {
  answering({ events: ["retry: 1000\n\n", state(1, "in_progress"), ":\n\n", null] }, { events: ["retry: 1000\n\n", state(2, "lost")] });
  const seen = [];
  const watching = (async () => {
    for await (const { version } of hangman.watch("w")) seen.push(version);
  })();
  await settled().then(() => passes(1000));
  await watching;
  assert.deepEqual([seen, headerOf("Last-Event-ID")], [[1, 2], [null, "1-a"]]);
  assert.ok(requests[1][1].signal.aborted); // it is closed
});
