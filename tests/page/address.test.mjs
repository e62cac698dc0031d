// What an address names, as people paste it.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { addressIn } from "../../service/web/static/address.js";

const ID = "5fdxrj5cyvkccwh9spbx5qh070";

for (const after of ["", ".", ")", "%20", "),", "%29.", "!", "”", "/2", "?", "%E2%80%9D"])
  test(`an id is read without what follows it: ${after}`, () => {
    assert.equal(addressIn(`#${ID}${after}`).name, ID);
    assert.equal(addressIn(`#watch=${ID}${after}`).name, `watch=${ID}`);
    assert.equal(addressIn(`#like=${ID}${after}`).name, `like=${ID}`);
    assert.equal(addressIn(`#hanged=${ID.toUpperCase()}${after}`).name, `hanged=${ID}`);
  });

test("an id in capitals, or after a bracket, is the same id", () => {
  for (const hash of [`#${ID.toUpperCase()}`, `#(${ID})`, `#%20${ID}`, `#<${ID}>.`]) assert.equal(addressIn(hash).name, ID);
  assert.equal(addressIn(`#WATCH=${ID.toUpperCase()}.`).name, `watch=${ID}`);
});

test("what a friend's link says after the id is read without the dot, too", () => {
  for (const end of ["", ".", ")", "%20", "!"]) assert.deepEqual(addressIn(`#${ID}?set${end}`), { name: ID, more: "set" });
});

test("the dealer that a link names is read as people paste it, too", () => {
  for (const end of ["", ".", ")", "%20", "-"]) assert.deepEqual(addressIn(`#${ID}?largest-family${end}`), { name: ID, more: "largest-family" });
});

test("screens are as they are written, and an address without an id is no game", () => {
  assert.deepEqual(addressIn("#/new?seed=7&hits=0100"), { name: "/new", more: "seed=7&hits=0100" });
  for (const hash of ["", "#", "#/"]) assert.equal(addressIn(hash).name, "");
  for (const hash of ["#.", "#watch=", "#%20"]) assert.match(addressIn(hash).name, /none$/);
});
