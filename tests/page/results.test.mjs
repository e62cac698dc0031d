// The games that a device stores, and their totals.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, storage, texts } from "./browser.mjs";
import { answering, settled } from "./network.mjs";
import { counted } from "../../service/web/static/dealt.js";
import { keepPlaying, lastGame, playing, stopPlaying, unfinished } from "../../service/web/static/playing.js";
import { forgetGames, remember, remembered } from "../../service/web/static/remembered.js";
import { keep, results } from "../../service/web/static/results.js";
import { statisticsScreen } from "../../service/web/static/statistics.js";
import { byMisses, dayOf, totals } from "../../service/web/static/totals.js";

const TODAY = new Date(2026, 2, 1);
let games = 0;
const game = (more) => ({ id: `g${(games += 1)}`, day: "2026-03-01", dealer: "honest", won: true, misses: 2, hints: 0, ...more });

beforeEach(forget);

test("a stored value can be read, even for a while if the browser refuses to store it", () => {
  remember("open", true);
  assert.deepEqual([remembered("open", false), remembered("other", 1)], [true, 1]);

  const { getItem, setItem } = localStorage;
  Object.assign(localStorage, {
    getItem: () => "{damaged",
    setItem: () => { throw new Error("full"); },
  });
  storage();
  assert.equal(remembered("open", false), false);
  assert.equal(remember("open", true), false); // as long as the page is open
  assert.equal(remembered("open", false), true);
  Object.assign(localStorage, { getItem, setItem });
  assert.equal(remember("open", false), true);
});

test("what is stored is parsed once, until another tab changes it", () => {
  remember("open", true);
  const { getItem } = localStorage;
  let reads = 0;
  localStorage.getItem = (key) => ((reads += 1), getItem(key));
  for (let taps = 0; taps < 5; taps += 1) assert.equal(remembered("open", false), true);
  assert.equal(reads, 0);

  localStorage.setItem("evil-hangman", '{"open":"elsewhere"}');
  storage();
  assert.deepEqual([remembered("open"), reads], ["elsewhere", 1]);
  Object.assign(localStorage, { getItem });
});

test("a tap does not write the results of all games", () => {
  keep(game({ id: "one" }));
  keepPlaying("two");

  assert.doesNotMatch(localStorage.getItem("evil-hangman"), /results/);
  assert.equal(results().length, 1);
});

test("each unfinished game has its own record", () => {
  keepPlaying("g", { hard: true });
  keepPlaying("g", { hints: 1 });
  assert.deepEqual([playing("g").hard, playing("g").hints, lastGame()], [true, 1, "g"]);
  assert.deepEqual([playing("h").hard, playing("h").hints], [false, 0]);
  keepPlaying("h");
  assert.equal(playing("h").hard, false);
  stopPlaying("h");
  assert.equal(lastGame(), "g");
  stopPlaying("g");
  assert.equal(lastGame(), null);
});

test("a game that was left for another goes on where it was", () => {
  keepPlaying("one", { hints: 2, call: { nth: 3, left: 4 } });
  keepPlaying("two");
  assert.deepEqual(unfinished().map(({ id }) => id), ["two", "one"]);
  assert.deepEqual([playing("one").hints, playing("one").call], [2, { nth: 3, left: 4 }]);

  for (let n = 0; n < 30; n += 1) keepPlaying(`g${n}`);
  assert.equal(unfinished().length, 20);
});

test("the result of a game is stored once, and the oldest are dropped", () => {
  keep(game({ id: "one" }));
  keep(game({ id: "one", misses: 3 }));
  assert.deepEqual(results().map(({ id, misses }) => [id, misses]), [["one", 3]]);
  remember("results", Array.from({ length: 5000 }, (_, n) => game({ id: n })));
  keep(game({ id: "last" }));
  assert.deepEqual([results().length, results()[0].id, results().at(-1).id], [5000, 1, "last"]);
});

test("erasing forgets every game, but no choice", () => {
  keep(game());
  keepPlaying("g");
  for (const name of ["commitments", "claims", "day", "deals", "dealt", "today"]) remember(name, [name]);
  const choices = { language: "de", settings: { look: "dark" }, choices: { length: 9 }, open: true, taught: true };
  for (const [name, value] of Object.entries(choices)) remember(name, value);

  forgetGames();
  assert.deepEqual(results(), []);

  assert.deepEqual(JSON.parse(localStorage.getItem("evil-hangman")), choices);
});

test("games add up", () => {
  const lost = { won: false, misses: 8, hints: 2 };
  const all = [lost, { misses: 4 }, lost, { misses: 3, hints: 1 }, { misses: 5 }].map(game);

  assert.deepEqual(totals(all, TODAY), { games: 5, won: 0.6, days: 1, row: 2, fewest: 3, hints: 5 });
  assert.deepEqual(totals([], TODAY), { games: 0, won: 0, days: 0, row: 0, fewest: null, hints: 0 });
  assert.equal(totals([game({ won: false })], TODAY).row, 0);
});

test("days in a row are counted back from today, or from yesterday while today has none yet", () => {
  const days = (...played) => totals(played.map((day) => game({ day })), TODAY).days;

  assert.equal(dayOf(TODAY), "2026-03-01");
  assert.equal(days("2026-03-01", "2026-02-28", "2026-02-27", "2026-02-25"), 3);
  assert.equal(days("2026-02-28", "2026-02-27"), 2);
  assert.equal(days("2026-02-27"), 0);
});

test("games are counted by their misses", () => {
  const all = [game({ misses: 2 }), game({ misses: 7 }), game({ won: false, misses: 8, dealer: "minimax" }), game({ misses: 2 })];

  assert.deepEqual(byMisses(all), [[0, 0], [1, 0], [2, 2], [3, 0], [4, 0], [5, 0], [6, 0], [7, 1], ["lost", 1]]);
  assert.deepEqual(byMisses([]).length, 7);
});

// The screen of the statistics, and what its button plays.
function statistics() {
  const shown = document.createElement("main");
  const played = [];
  const show = (...parts) => shown.replaceChildren(...parts.flat().filter(Boolean));
  statisticsScreen({ show, status: "", play: (_, wanted) => played.push(wanted()) });
  return { shown, played };
}

test("statistics begin with how well the player judges", () => {
  const judged = [["cheated", false], ["fair", false], ["cheated", false], ["fair", true]];
  judged.forEach(([claim, honest]) => keep(game({ claim, honest, drawn: true })));
  const { shown } = statistics();
  assert.deepEqual(texts(shown, ".numbers").map((text) => text.slice(0, 50)),
    ["cheats caught2 of 3honest dealer trusted1 of 1", "games4won100%wins in a row4misses in your best gam"]);
  assert.match(texts(shown, ".score")[0], /^Right 3 of 4/);
});

test("statistics have each number that there is with its label, and no others", () => {
  for (const one of [{ dealer: "minimax", won: false }, { dealer: "minimax", won: false, hints: 1 }]) keep(game(one));
  const lost = statistics().shown;
  assert.deepEqual(texts(lost, ".numbers"), ["", "games2hint1"]); // nobody has won 0% of them
  assert.deepEqual(texts(lost, ".measure"), ["0", "0", "0", "0", "0", "0", "2"]);

  keep(game({ misses: 1 }));
  assert.match(texts(statistics().shown, ".numbers")[1], /^games3won33%.*win in a row1miss in your best game1hint1$/);
  assert.deepEqual(texts(statistics().shown, ".lead"), []);
  counted({ answers: [{ hit: false }], goal: 1 });
  counted({ answers: [], goal: 1 });
  assert.deepEqual(texts(statistics().shown, ".lead"), ["You hanged 1 of 2 guessers."]);
});

test("before the first game, statistics offer today's, by the day of the service", async () => {
  const { shown, played } = statistics();
  assert.deepEqual(texts(shown, ".lead"), ["Nothing yet. Play a game, and judge its dealer."]);
  assert.deepEqual(texts(shown, "button"), ["Play today’s"]); // nothing to export or to erase
  answering(...[1, 2].map(() => ({ content: { date: "2031-01-01" } })));
  globalThis.location = {};
  shown.querySelector("button").click();
  await settled();
  assert.deepEqual(played, [{ daily: "today" }]);

  remember("today", { date: "2031-01-01", id: "g" });
  shown.querySelector("button").click(); // begun elsewhere
  await settled();
  assert.deepEqual([location.hash, played.length], ["g", 1]);
});
