// What is told of a game, what a friend's link asks for, and guesses that wait for their turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "./browser.mjs";
import { story } from "../../service/web/static/accusation.js";
import { friendScreen } from "../../service/web/static/friend.js";
import { queueOf } from "../../service/web/static/queue.js";
import { asText, linkOf, playLink, watchLink } from "../../service/web/static/share.js";
import { GUESSES, steps } from "./confessed.mjs";

const GAME = { id: "g1", watch_id: "w1", length: 5, misses: 3, max_misses: 6, status: "lost", word: "crony", dictionary: "en",
  dealer: "largest-family", seed: 7, daily: null };
const CHEAT = { honest: false, steps: steps(GUESSES.slice(0, 4)) };
const FAIR = { honest: true, steps: steps(GUESSES.slice(0, 4), true) };
const CORNERED = { honest: false, steps: steps() };
const CALLED = { claim: "cheated", hints: 0, hard: false };

const tells = (game, told = CHEAT, ours = {}) => asText(story({ ...GAME, ...game }, told, { ...CALLED, ...ours })).split("\n");

test("the story boasts, and tells neither the word nor the address of the game", () => {
  assert.deepEqual(tells(), [
    "Evil Hangman · lost, 5 letters · It never had a word. 6 still fitted. · I called it ✔", "🟥⬜🟥🟥", "http://hangman.test/",
  ]);
});

test("the story tells whom one believed, a win, hints and the hard mode as such", () => {
  const line = (...args) => tells(...args)[0].split(" · ").slice(1).join(" · ");

  assert.equal(line({}, FAIR), "lost, 5 letters · It was fair. · I called it wrong ✗");
  assert.equal(line({}, FAIR, { claim: "fair" }), "lost, 5 letters · It was fair. · I called it ✔");
  assert.equal(line({}, CORNERED, { claim: "fair" }),
    "lost, 5 letters · It never had a word until my 7th guess. · I called it wrong ✗");
  assert.equal(line({ status: "won", misses: 1 }, CORNERED, { claim: "skipped", hints: 2, hard: true }),
    "won with 1 miss, 5 letters · It never had a word until my 7th guess. · Hard mode · 2 hints.");
});

test("of the day's game nobody is told who dealt, until the day is over", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-02T23:59:00Z") });
  for (const [told, ours, called] of [[CHEAT, {}, "I called it ✔"], [FAIR, {}, "I called it wrong ✗"]]) {
    assert.deepEqual(tells({ daily: "2026-03-02" }, told, ours),
      [`Evil Hangman, March 2 · lost, 5 letters · ${called}`, "🟥⬜🟥🟥", "http://hangman.test/"]);
  }
  context.mock.timers.tick(60_000);
  assert.match(tells({ daily: "2026-03-02" })[0], /It never had a word\. 6 still fitted\./);
});

test("links lead to the game, to watch it, and to the same game for a friend", () => {
  assert.equal(playLink(GAME), "http://hangman.test/#g1");
  assert.equal(watchLink(GAME), "http://hangman.test/#watch=w1");
  const choices = "seed=7&length=5&dealer=any&misses=6&words=en"; // it says nothing of who deals
  assert.equal(linkOf(GAME), `http://hangman.test/#/new?${choices}`);
  assert.match(linkOf({ ...GAME, max_misses: 1000 }), /&misses=never&/);
});

// The game that a friend's link asks for when Play is pressed, and what the card says of its misses.
function opened(link) {
  let game = null;
  let screen = null;
  friendScreen({ show: (column) => (screen = column), play: (_, asked) => (game = asked) }, link);
  screen.querySelector("button").click();
  return [game, texts(screen, ".note")[0]];
}

const wanted = (link) => opened(link)[0];

test("a friend's link asks for the same game", () => {
  assert.deepEqual(wanted("seed=7&length=5&dealer=honest&misses=6&words=en"),
    { seed: 7, length: 5, dealer: "honest", dictionary: "en", max_misses: 6 });
  assert.deepEqual(opened("seed=0&misses=never"), [{ seed: 0, max_misses: 1000 }, "You never hang"]);
  assert.equal(opened("seed=0&misses=999")[1], "999 misses");
  assert.equal(wanted("seed=0").seed, 0);
});

test("what a link says badly is left to the service", () => {
  assert.deepEqual(wanted("seed=x&length=7x&misses=-1"), { max_misses: 8 });
  assert.deepEqual(wanted("seed=99999999999999999999&length=7"), { length: 7, max_misses: 8 });
});

test("guesses are sent one after another, in the order in which they were made", async () => {
  const sent = [];
  const answers = [];
  let changes = 0;
  const queue = queueOf((guess) => new Promise((answer) => (sent.push(guess), answers.push(answer))), () => (changes += 1));
  for (const letter of "abc") queue.offer(letter);
  assert.deepEqual([sent, queue.waiting], [["a"], ["a", "b", "c"]]);

  answers[0]();
  await Promise.resolve();
  assert.deepEqual([sent, changes], [["a", "b"], 4]);
  queue.clear(); // the second is on its way
  assert.deepEqual(queue.waiting, ["b"]);
  answers[1]();
  await queue.idle();
  assert.deepEqual([sent, queue.waiting], [["a", "b"], []]);
  queue.offer("d");
  assert.deepEqual(sent.at(-1), "d");
});
