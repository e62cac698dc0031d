// The link of a class: which games it names.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { classIn } from "../../service/web/static/class.js";

const id = (n) => n.toString(16).padStart(32, "0");

test("a link names the games of a class, from a number on", () => {
  assert.deepEqual(classIn(`51,${id(1)},${id(2)}`), { first: 51, ids: [id(1), id(2)] });
  assert.deepEqual(classIn(`${id(1)},${id(2)}`), { first: 1, ids: [id(1), id(2)] });
});

test("a link that was cut short names what is whole, and no game twice", () => {
  assert.deepEqual(classIn(`1,${id(1)},${id(1)},${id(2).slice(1)}`), { first: 1, ids: [id(1)] });
  for (const more of [undefined, "", "1", "1,", ",,", "x,y"]) assert.deepEqual(classIn(more).ids, []);
});

test("a link names no more games than a stream follows", () => {
  const many = Array.from({ length: 60 }, (_, n) => id(n));
  assert.equal(classIn(["1", ...many].join(",")).ids.length, 50);
});
