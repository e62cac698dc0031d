// The text to share, the game of a friend's link, the queue of guesses, and the wheel.

import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { friendScreen } from "../../service/web/static/friend.js";
import { forGroup, hasWords } from "../../service/web/static/group_link.js";
import { queueOf } from "../../service/web/static/queue.js";
import { asText, likeLink, linkOf, playLink, story, watchLink } from "../../service/web/static/share.js";
import { wheel } from "../../service/web/static/wheel.js";
import { GUESSES, steps } from "./confessed.mjs";

const GAME = { id: "g1", watch_id: "w1", length: 5, misses: 3, max_misses: 6, status: "lost", word: "crony", dictionary: "en",
  dealer: "largest-family", seed: 7, daily: null, created_at: "2026-03-02T12:00:00.000Z" };
const CHEAT = { honest: false, steps: steps(GUESSES.slice(0, 4)) };
const FAIR = { honest: true, steps: steps(GUESSES.slice(0, 4), true) };
const CORNERED = { honest: false, steps: steps() };
const CHOSEN = { hints: 0, hard: false, drawn: false };
const DRAWN = { ...CHOSEN, drawn: true, claim: "cheated", call: { nth: 4, left: 3 } };
const LINK = "http://hangman.test/#/new?seed=7&length=5&dealer=any&misses=6&words=en&hits=0100";

function shared(game, confession = CHEAT, ours = DRAWN) {
  const whole = { ...GAME, ...game };
  const tale = story(whole, confession, ours);
  return asText(tale, linkOf(whole, tale, ours)).split("\n");
}

test("four lines tell of a game, and neither its word nor its address", () => {
  assert.deepEqual(shared(), ["Evil Hangman, March 2", "🟥⬛🟥🟥", "Hanged. I judged it right.", LINK]);
});

test("while others can play the game, the text hides the dealer, the words left and a call", () => {
  assert.equal(shared({}, FAIR)[2], "Hanged. I judged it wrong.");
  assert.equal(shared({}, CORNERED, { ...DRAWN, claim: "fair", call: null })[2], "Hanged. I judged it wrong.");
  const [one, other] = [shared(), shared({}, FAIR, { ...DRAWN, claim: "fair", call: null })];
  assert.deepEqual(one, other); // a cheat that was called, and an honest dealer that was believed
});

test("the text on a game that nobody else can play hides nothing but the word", () => {
  assert.equal(shared({}, CHEAT, CHOSEN)[2], "6 words still fitted.");
  assert.equal(shared({}, FAIR, CHOSEN)[2], "Hanged. The dealer was fair.");
  assert.equal(shared({ status: "won", misses: 1 }, CORNERED, { ...CHOSEN, hints: 2, hard: true })[2],
    "Won with 1 miss. The dealer had no word until my 7th guess. Hard mode. 2 hints.");
  assert.equal(shared({}, CHEAT, CHOSEN)[3], "http://hangman.test/");
});

test("the text on the day's game hides the dealer until the day is revealed", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-03T00:59:00Z") });
  for (const [confession, judged] of [[CHEAT, "right"], [FAIR, "wrong"]]) {
    assert.deepEqual(shared({ daily: "2026-03-02" }, confession),
      ["Evil Hangman, March 2", "🟥⬛🟥🟥", `Hanged. I judged it ${judged}.`, "http://hangman.test/#/today"]);
  }
  context.mock.timers.tick(60_000);
  assert.equal(shared({ daily: "2026-03-02" })[2],
    "6 words still fitted. I caught it at my 4th guess.");
});

test("the text on a game that is open to all says what the player made of the dealer", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-04T00:00:00Z") });
  const said = (confession, claim, call = null) => shared({ daily: "2026-03-02" }, confession, { ...DRAWN, claim, call })[2];
  const call = { nth: 2, left: 4 };
  assert.equal(said(CHEAT, "cheated"), "6 words still fitted. I caught it.");
  assert.equal(said(CHEAT, "fair"), "6 words still fitted. It fooled me.");
  assert.equal(said(CHEAT, "skipped"), "6 words still fitted.");
  assert.equal(said(FAIR, "cheated"), "Hanged. The dealer was fair. I accused it all the same.");
  assert.equal(said(FAIR, "cheated", call), "Hanged. The dealer was fair. I accused it at my 2nd guess.");
  assert.equal(said(FAIR, "fair"), "Hanged. The dealer was fair. I trusted it.");
});

test("whoever got a word from a friend passes the word on, and not their own game", () => {
  const ours = { ...CHOSEN, set: true, like: "a1" };
  assert.equal(shared({ dealer: "honest" }, FAIR, ours)[3], "http://hangman.test/#like=a1");
  assert.equal(likeLink(GAME), "http://hangman.test/#like=w1");
});

test("words are for others when a cheat has won with three left, and of a day's game when the day is revealed", (context) => {
  const left = (after) => [{ after }];
  assert.ok(hasWords(GAME, false, left(3)));
  for (const [game, honest, after] of [[GAME, true, 3], [GAME, false, 2], [{ ...GAME, status: "won" }, false, 3]]) {
    assert.ok(!hasWords(game, honest, left(after)));
  }
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-03T00:59:00Z") });
  const ofTheDay = { ...GAME, daily: "2026-03-02" };
  assert.ok(!hasWords(ofTheDay, false, left(3)));
  context.mock.timers.tick(60_000);
  assert.ok(hasWords(ofTheDay, false, left(3)));
});

test("where there is no link for the group, a line says why, if a cheat has won without being cornered", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-02T12:00:00Z") });
  const said = (more, after, honest = false) =>
    forGroup({ ...GAME, expires_at: "2026-03-03T12:00:00Z", ...more }, honest, [{ nth: 1, before: 9, after }])?.textContent;
  const daily = "2026-03-02";
  assert.match(said({}, 3), /^Send it to the group\./);
  assert.equal(said({}, 2), "Fewer than 3 words still fit: too few for a link that tells each of your friends another one.");
  assert.match(said({ daily }, 18), /^From Tuesday, March 3 at .+ on, there is a link here/);
  assert.match(said({ daily }, 2), /^Fewer than 3/);
  const nothing = [[{}, 1], [{ status: "won" }, 9], [{}, 9, true], [{ daily, expires_at: "2026-03-03T00:30:00Z" }, 18]];
  for (const game of nothing) assert.equal(said(...game), undefined);
});

test("links lead to the game and to those who watch it", () => {
  assert.equal(playLink(GAME), "http://hangman.test/#g1");
  assert.equal(watchLink(GAME), "http://hangman.test/#watch=w1");
  assert.deepEqual([{ set: true, drawn: null }].flatMap((ours) => [playLink(GAME, ours), watchLink(GAME, ours)]), ["http://hangman.test/#g1?set", "http://hangman.test/#watch=w1?set"]);
  const known = { set: false, drawn: false, dealer: "largest-family" }; // a class that watches is asked about it
  assert.deepEqual([playLink(GAME, known), watchLink(GAME, known)], ["http://hangman.test/#g1?largest-family", "http://hangman.test/#watch=w1"]);
  assert.equal(playLink(GAME, { ...known, drawn: true, dealer: null }), "http://hangman.test/#g1");
  assert.match(linkOf({ ...GAME, max_misses: 1000 }, { squares: [] }, DRAWN), /&misses=never&/);
});

// The game that Play starts from a friend's link, and the card's text on its misses.
function opened(link) {
  let game = null;
  let screen = null;
  friendScreen({ show: (column) => (screen = column), play: (_, request) => (game = request()) }, link);
  screen.querySelector("button").click();
  return [game, texts(screen, ".note")[0]];
}

const wanted = (link) => opened(link)[0];

test("a friend's link starts the same game", () => {
  assert.deepEqual(wanted("seed=7&length=5&dealer=honest&misses=6&words=en"),
    { seed: 7, length: 5, dealer: "honest", dictionary: "en", max_misses: 6 });
  assert.deepEqual(opened("seed=0&misses=never"), [{ seed: 0, max_misses: 1000 }, "You never hang"]);
  assert.equal(opened("seed=0&misses=999")[1], "999 misses");
  assert.equal(wanted("seed=0").seed, 0);
});

test("a friend's link has the squares to beat", () => {
  let shown = null;
  const squares = (link) => {
    friendScreen({ show: (column) => (shown = column) }, link);
    return [shown.querySelectorAll(".hit").length, shown.querySelectorAll(".miss").length, texts(shown, ".lead").at(-1)];
  };

  assert.deepEqual(squares("seed=7&hits=0100"), [1, 3, "Beat 3 misses."]);
  assert.deepEqual(squares("seed=7&hits=0100&misses=3"), [1, 3, "It hanged them. Survive."]);
  assert.deepEqual(squares("seed=7&hits=01x"), [0, 0, "Guess what they guessed, and you get the same answers."]);
});

test("the service chooses what is malformed in a link", () => {
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

test("a wheel has 24 words, the reader's own among them; words that are too long for spokes stand in lines", () => {
  const named = (first, most) => Array.from({ length: most }, (_, n) => `${first}${"x".repeat(n)}`);
  const claimed = named("a", 30);
  const { node, list, circles } = wheel({ pattern: "_".repeat(12), writing: ENGLISH }, { claimed, own: claimed[29], others: named("b", 50), count: 80 });
  assert.deepEqual([list.childElementCount, circles.length, texts(node, ".hub")], [24, 24, ["24 of 80"]]);
  assert.equal(texts(list, ".spoken").filter((text) => text === ", told to you").length, 1);
  assert.ok(node.classList.contains("in-lines"));

  const short = wheel({ pattern: "_".repeat(10), writing: ENGLISH }, { claimed: ["aa"], own: null, others: ["bb", "aa"], count: 2 });
  assert.deepEqual([texts(short.list, ".given"), short.list.childElementCount], [["AA, told to somebody"], 2]);
  assert.ok(!short.node.classList.contains("in-lines"));
});
