// The answers that a device stores, compared with those of the confession.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { forget, texts } from "./browser.mjs";
import { ENGLISH } from "./english.mjs";
import { firstDifference, rememberAnswers, rememberedAnswers } from "../../service/web/static/answers.js";
import { seal, sha256 } from "../../service/web/static/commitment.js";

const OPENING = '{"dealer":"honest","dictionary":"wörter","seed":7,"version":null}';
const digestOf = (text) => createHash("sha256").update(text).digest("hex");
const Z = { letter: "z", word: null, hit: false, positions: [], at: "2026-11-22T17:00:00.000Z" };
const E = { ...Z, letter: "e", hit: true, positions: [4] };
const STONE = { ...Z, letter: null, word: "stone" };
const GAME = { id: "g", version: 1, commitment: digestOf(OPENING), status: "in_progress", last_guess: null };
const after = (...guesses) => ({ ...GAME, version: 1 + guesses.length, last_guess: guesses.at(-1) });
const LOST = { ...after(Z, E, STONE), status: "lost" };
const CONFESSED = [Z, E, STONE].map((guess) => ({ ...guess, words_before: 9, words_left: 3 }));

beforeEach(forget);

const plays = (...games) => games.forEach(rememberAnswers);
const playsToTheEnd = () => plays(GAME, after(Z), after(Z), after(Z, E), LOST);

// The errors, and the line above the opening.
function sealed(game, confession) {
  const node = seal({ ...game, writing: ENGLISH }, { opening: OPENING, guesses: CONFESSED, ...confession });
  return [texts(node, ".broken"), node.querySelector("summary").textContent];
}

const SAME = "✓Sealed before your first letter: it could not change its trick.";
const UNSEEN = "✓It fits what was sealed at the start; this page joined the game later.";
const BROKEN = "This does not fit what was sealed at the start. Somebody has changed it.";

test("a device that saw the whole game checks the confession", () => {
  playsToTheEnd();

  assert.deepEqual(rememberedAnswers("g"), [GAME.commitment, [Z, E, STONE]]);
  assert.deepEqual(sealed(LOST), [[], SAME]);
});

test("the seal says so if the device did not see the start or an answer", () => {
  plays(after(Z), after(Z, E), LOST);
  assert.deepEqual(rememberedAnswers("g"), []);
  assert.deepEqual(sealed(LOST), [[], UNSEEN]);

  plays(GAME, after(Z, E), LOST);
  assert.deepEqual(sealed(LOST), [[], "✓It fits what was sealed at the start; this page missed some of the answers."]);
});

test("the device stores the answers of the newest twenty games", () => {
  plays(...Array.from({ length: 21 }, (_, n) => ({ ...GAME, id: `g${n}` })));

  assert.deepEqual(["g0", "g1", "g20"].map((id) => rememberedAnswers(id).length), [0, 2, 2]);
});

const LIES = {
  "another answer": [[Z, { ...E, positions: [3] }, STONE], "At your 2nd guess it was: Yes: E, fifth."],
  "a hit that was a miss": [[{ ...Z, hit: true }, E, STONE], "At your 1st guess it was: No Z."],
  "another letter": [[{ ...Z, letter: "x" }, E, STONE], "At your 1st guess it was: No Z."],
  "another word": [[Z, E, { ...STONE, word: "stole" }], "At your 3rd guess it was: Not STONE."],
  "a guess that is left out": [[Z, E], "At your 3rd guess it was: Not STONE."],
  "a guess twice": [[Z, E, STONE, STONE], "It confesses a 4th guess that this device did not see."],
};
for (const [lie, [guesses, truth]] of Object.entries(LIES)) {
  test(`a dealer that confesses ${lie} gets no tick`, () => {
    playsToTheEnd();

    const [[wrong, ...more], line] = sealed(LOST, { guesses });

    assert.ok(wrong.endsWith(truth), wrong);
    assert.deepEqual([more, line], [[], "What was sealed"]);
  });
}

test("equal answers do not differ, even if their times do", () => {
  assert.equal(firstDifference([Z, STONE], [{ ...Z, at: null }, CONFESSED[2]]), -1);
});

test("an opening or a commitment that was changed does not fit, even if they fit each other", () => {
  const forged = OPENING.replace("7", "8");
  const commitment = digestOf(forged);
  for (const sawTheStart of [true, false]) {
    forget();
    if (sawTheStart) playsToTheEnd();
    const lies = [[LOST, { opening: forged }], [{ ...LOST, commitment }, {}]];
    if (sawTheStart) lies.push([{ ...LOST, commitment }, { opening: forged }]);
    for (const [game, confession] of lies) assert.deepEqual(sealed(game, confession)[0], [BROKEN]);
  }
});

test("an opening that two parsers could read in two ways does not fit, whatever its digest", () => {
  const openings = [
    OPENING.replace("{", '{"dealer":"largest-family",'), // a key twice
    OPENING.replaceAll(",", ", "),
    OPENING.replace("7", "7.0"),
    OPENING.replace("ö", "\\u00f6"),
    '{"seed":7,"dealer":"honest"}',
    `${OPENING}\n`,
    '["honest"]',
    "null",
    "honest",
    "",
  ];
  for (const opening of openings) {
    const game = { ...LOST, commitment: digestOf(opening) };
    assert.deepEqual(sealed(game, { opening })[0], [BROKEN], opening);
  }
  assert.deepEqual(sealed(LOST, { opening: null })[0], [BROKEN]);
});

test("the digest is SHA-256, of texts of every length", () => {
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"); // FIPS 180-4
  for (let length = 0; length < 200; length += 1) {
    const text = `${"x".repeat(length)}ß€`;
    assert.equal(sha256(text), digestOf(text), String(length));
  }
});
