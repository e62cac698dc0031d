// How much of a drawing is drawn after how many misses.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { gallows } from "../../service/web/static/gallows.js";
import { tallies } from "../../service/web/static/misses.js";
import { remember } from "../../service/web/static/remembered.js";
import { setting } from "../../service/web/static/settings.js";
import { snowman } from "../../service/web/static/snowman.js";

const count = (node, selector) => node.querySelectorAll(selector).length;

// How much of `part` is drawn after each number of misses, from none to `most`.
function drawn(drawing, part, most) {
  const { node, update } = drawing();
  return Array.from({ length: most + 1 }, (_, misses) => {
    update({ misses, max_misses: most, status: misses === most ? "lost" : "in_progress" });
    return count(node.querySelector(part) ?? node, ".drawn");
  });
}

test("the man is whole at the last miss, and at none before", () => {
  for (let most = 1; most <= 26; most += 1) {
    const man = drawn(gallows, ".man", most);
    assert.deepEqual([man[0], man.at(-1), man.indexOf(6)], [0, 6, most], String(most));
    assert.deepEqual(man, [...man].sort((a, b) => a - b));
  }
  assert.deepEqual(drawn(gallows, ".man", 3), [0, 2, 4, 6]);
});

test("the gallows stand from the start, unless there are more than six misses to draw them with", () => {
  assert.deepEqual(drawn(gallows, ".wood", 6), [5, 5, 5, 5, 5, 5, 5]);
  assert.deepEqual(drawn(gallows, ".wood", 8), [0, 3, 5, 5, 5, 5, 5, 5, 5]);
  assert.deepEqual(drawn(gallows, ".man", 8), [0, 0, 0, 1, 2, 3, 4, 5, 6]);
  assert.equal(count(gallows().node, ".ghost"), 11);
});

test("nobody hangs in a game that nobody can lose", () => {
  const { node, update } = gallows();
  update({ misses: 4, max_misses: 1000, status: "in_progress" });

  assert.deepEqual([count(node.querySelector(".man"), ".drawn"), node.dataset.status], [0, "never"]);
  update({ misses: 998, max_misses: 999, status: "in_progress" });
  assert.deepEqual([count(node.querySelector(".man"), ".drawn"), node.dataset.status], [5, "in_progress"]);
});

test("the snowman loses his parts, and himself with the last miss", () => {
  assert.deepEqual(drawn(snowman, ".drawing", 3), [8, 6, 4, 0]);
});

test("a stored choice of a drawing that the page does not have is not used", () => {
  remember("settings", { drawing: "balloons", typing: false });
  assert.deepEqual([setting("drawing"), setting("typing"), setting("keys")], ["gallows", false, "alphabet"]);
});

test("misses that are left are strokes, as long as they can be counted at a glance", () => {
  const node = tallies({ misses: 5, max_misses: 12 });
  assert.deepEqual([count(node, ".free"), count(node, ".spent"), count(node, ".tick")], [7, 5, 5]);
  assert.equal(tallies({ misses: 0, max_misses: 13 }), null);
  assert.equal(tallies({ misses: 0, max_misses: 1000 }), null);
});
