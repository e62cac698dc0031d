// What a device saw of a game, against what is confessed.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { canonical, check } from "../../service/web/static/commitment.js";
import { firstApart, witness, witnessed } from "../../service/web/static/witness.js";

const OPENING = { seed: 7, dealer: "honest", dictionary: "wörter", version: null };
const sealOf = (text) => createHash("sha256").update(text).digest("hex");
const COMMITMENT = sealOf('{"dealer":"honest","dictionary":"wörter","seed":7,"version":null}');
const GAME = {
  id: "g", commitment: COMMITMENT, status: "in_progress", pattern: "_____", guessed_letters: [], wrong_words: [],
};
const AFTER_Z = { ...GAME, guessed_letters: ["z"] };
const AFTER_ZE = { ...GAME, guessed_letters: ["z", "e"], pattern: "____e" };
const LOST = { ...AFTER_ZE, wrong_words: ["stone"], status: "lost" };
const Z = { letter: "z", hit: false, positions: [] };
const E = { letter: "e", hit: true, positions: [4] };
const STONE = { word: "stone", hit: false, positions: [] };
const CONFESSED = [Z, E, STONE].map((guess) => ({ guess }));

beforeEach(forget);

const plays = (...games) => games.forEach(witness);

// What the page shows of the check before the button is pressed, and after.
async function checked(game, told) {
  const node = check(game, { honest: true, opening: OPENING, guesses: CONFESSED, ...told }, "en");
  if (!node?.querySelector("button")) return node && [node.textContent];
  const before = texts(node.querySelector(".checked"), "p");
  await node.querySelector("button").click();
  return [before, texts(node.querySelector(".checked"), "p")];
}

const DECIDED = "✓ Decided before your first guess. Checked.";
const SAME = "✓ These are the answers it gave you.";
const BROKEN = "This does not fit what was sealed at the start. Somebody has changed it.";

test("who saw the start takes nobody's word", async () => {
  plays(GAME, AFTER_Z, AFTER_Z, AFTER_ZE, LOST);

  assert.deepEqual(witnessed("g"), [COMMITMENT, [Z, E, { word: "stone", hit: false }]]);
  assert.deepEqual(await checked(LOST), [[], [DECIDED, SAME]]);
  assert.match((await checked(LOST, { honest: false }))[1][0], /It cheated by rules fixed before your first guess/);
});

test("a word that is found is an answer, too, unless its last letter was", async () => {
  plays(GAME, AFTER_ZE);
  assert.equal(witnessed("g")[1], null); // two at once: their order is not known
  forget();
  plays(GAME, AFTER_Z, { ...AFTER_Z, status: "won", pattern: "stone", word: "stone" });
  assert.deepEqual(witnessed("g")[1], [Z, { word: "stone", hit: true }]);
  forget();
  plays(GAME, { ...GAME, guessed_letters: ["e"], status: "won", pattern: "eeeee" });
  assert.deepEqual(witnessed("g")[1].map(({ letter }) => letter), ["e"]);
});

test("who did not see the start, or missed an answer, is told so", async () => {
  plays(AFTER_Z, AFTER_ZE, LOST);
  assert.deepEqual(witnessed("g"), []);
  const [, [decided, note]] = await checked(LOST);
  assert.equal(decided, DECIDED);
  assert.match(note, /This device did not see the start of the game/);

  plays(GAME, AFTER_ZE, LOST);
  const [, said] = await checked(LOST);
  assert.equal(said[0], DECIDED);
  assert.match(said[1], /This device did not see every answer/);
});

test("twenty games are kept, the newest of them", () => {
  plays(...Array.from({ length: 21 }, (_, n) => ({ ...GAME, id: `g${n}` })));

  assert.deepEqual([witnessed("g0").length, witnessed("g1").length, witnessed("g20").length], [0, 2, 2]);
});

const LIES = {
  "another answer": [[Z, { ...E, positions: [3] }, STONE], "At your 2nd guess it was: E is there, at place 5."],
  "a hit that was a miss": [[{ ...Z, hit: true }, E, STONE], "At your 1st guess it was: Z is not there."],
  "another letter": [[{ ...Z, letter: "x" }, E, STONE], "At your 1st guess it was: Z is not there."],
  "another word": [[Z, E, { ...STONE, word: "stole" }], "At your 3rd guess it was: It is not STONE."],
  "a guess that is left out": [[Z, E], "At your 3rd guess it was: It is not STONE."],
  "a guess twice": [[Z, E, STONE, STONE], "It confesses a 4th guess that this device did not see."],
};
for (const [lie, [told, said]] of Object.entries(LIES)) {
  test(`a dealer that confesses ${lie} is told of unasked`, async () => {
    plays(GAME, AFTER_Z, AFTER_ZE, LOST);

    const [before, after] = await checked(LOST, { guesses: told.map((guess) => ({ guess })) });

    assert.equal(before.length, 1);
    assert.ok(before[0].endsWith(said), before[0]);
    assert.deepEqual(after, [DECIDED, ...before]);
  });
}

test("answers that are the same are not apart", () => {
  assert.equal(firstApart([Z, { word: "stone", hit: false }], [{ guess: Z }, { guess: STONE }]), -1);
});

test("an opening or a commitment that was changed does not fit, even if they fit each other", async () => {
  const forged = { ...OPENING, seed: 8 };
  const seal = sealOf(canonical(forged));
  for (const isWitness of [true, false]) {
    forget();
    if (isWitness) plays(GAME, AFTER_Z, AFTER_ZE, LOST);
    const lies = [[LOST, { opening: forged }], [{ ...LOST, commitment: seal }, {}]];
    if (isWitness) lies.push([{ ...LOST, commitment: seal }, { opening: forged }]);
    for (const [game, told] of lies) assert.equal((await checked(game, told))[1][0], BROKEN);
  }
});

test("a dealer that has lost what it was bound to is told of, if it was ever bound", async () => {
  const lost = [[LOST, { opening: null }], [{ ...LOST, commitment: null }, {}]];
  for (const [game, told] of lost) assert.equal(await checked(game, told), null);
  plays(GAME, AFTER_Z);
  for (const [game, told] of lost) assert.deepEqual(await checked(game, told), [BROKEN]);
});

test("what was sealed is written as RFC 8785 wants it", () => {
  assert.equal(sealOf(canonical(OPENING)), COMMITMENT);
});

test("a browser that cannot check says who can", async () => {
  const { subtle } = crypto;
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  const [, [said]] = await checked(LOST);
  Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });

  assert.match(said, /The command “hangman check” can do it\./);
});
