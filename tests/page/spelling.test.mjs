// A whole word, spelled on a board that shows some of its letters.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { blanksFilled } from "../../service/web/static/pattern.js";

const filled = (typed, shown) => blanksFilled([...typed], [...shown]).join("");

test("the missing letters fill the blanks, and so does the whole word", () => {
  for (const [shown, missing, whole] of [["potte__ng", "ri", "pottering"], ["_a__a_e", "cbbg", "cabbage"], ["_____", "crane", "crane"]]) {
    assert.deepEqual([missing, whole].map((typed) => filled(typed, shown)), [missing, missing]);
  }
});

test("blanks are filled as a word is typed, and letters that are too much are left out", () => {
  const whole = [..."pottering"].map((_, index) => filled("pottering".slice(0, index + 1), "pot_eri__"));

  assert.deepEqual(whole, ["", "", "", "t", "t", "t", "t", "tn", "tng"]);
  assert.equal(filled("tngs", "pot_eri__"), "tng");
  assert.equal(filled("crate", "_r_ne"), "ca");
});
