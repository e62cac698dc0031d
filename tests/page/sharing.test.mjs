// What is told of a game, what a friend's link asks for, and guesses that wait for their turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "./browser.mjs";
import { verdict } from "../../service/web/static/ending.js";
import { friendScreen } from "../../service/web/static/friend.js";
import { has } from "../../service/web/static/language.js";
import { queueOf } from "../../service/web/static/queue.js";
import { asText, linkOf, playLink, story, watchLink } from "../../service/web/static/share.js";
import { GUESSES } from "./confessed.mjs";

const GAME = { id: "g1", watch_id: "w1", length: 5, misses: 3, max_misses: 6, status: "lost", word: "crony", dictionary: "en",
  dealer: "largest-family", seed: 7, date: null };
const CHEAT = { honest: false, guesses: GUESSES.slice(0, 4) };
const OURS = { hints: 0, hard: false };

const tells = (game, told, ours) => asText(story({ ...GAME, ...game }, { ...CHEAT, ...told }, { ...OURS, ...ours })).split("\n");

test("the story boasts, and tells neither the word nor the address of the game", () => {
  assert.deepEqual(tells(), [
    "Evil Hangman: 5 letters, lost after 4 guesses", "🟥⬛🟥🟥",
    "6 words were still open. Honest odds: 1 in 167.", "http://hangman.test/",
  ]);
});

test("a win, a day's game, hints and the hard mode are told as such", () => {
  const won = tells({ status: "won", misses: 1, date: "2026-03-02" }, { honest: true }, { hints: 2, hard: true });

  assert.deepEqual(won, [
    "Evil Hangman, March 2: 5 letters, found with 1 miss", "🟥⬛🟥🟥", "Hard mode 2 hints.", "http://hangman.test/",
  ]);
  assert.equal(tells({}, { guesses: GUESSES })[2], "Honest odds: 1 in 1,000.");
});

test("an end is told as what it was, and a loss that was certain as of when", () => {
  const ends = (status, told) => verdict({ ...GAME, status }, { ...CHEAT, ...told }, "en");

  assert.equal(ends("lost"), "“It was CRONY,” says the dealer, who never chose a word. 6 words still fitted.");
  assert.equal(ends("lost", { guesses: GUESSES }),
    "The dealer never chose a word. But from your 7th guess on it had only CRONY.");
  assert.equal(ends("won", { guesses: GUESSES }), "You cornered the dealer: CRONY was the only word left to it.");
  assert.equal(ends("lost", { honest: true }), "The word was CRONY, from the start. The dealer played fair.");
  assert.equal(ends("won", { honest: true }), "The word was CRONY. The dealer played fair.");
  for (const drawing of ["gallows", "snowman", "balloons"]) assert.ok(has(`lost.${drawing}`));
});

test("links lead to the game, to watch it, and to the same game for a friend", () => {
  assert.equal(playLink(GAME), "http://hangman.test/#g1");
  assert.equal(watchLink(GAME), "http://hangman.test/#watch=w1");
  const choices = "seed=7&length=5&dealer=largest-family&misses=6&words=en";
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
