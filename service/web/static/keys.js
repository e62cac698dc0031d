// The letters to guess: a keyboard on the screen, and the real one.

import { el, silent } from "./dom.js";
import { percent, t } from "./language.js";
import { roving } from "./roving.js";
import { setting } from "./settings.js";
import { slash } from "./stroke.js";

const LAYOUTS = {
  qwerty: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  qwertz: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß"],
};

const WORD = 2; // keys: the width of the one for a whole word
const FIGURE_FROM = 0.1; // the share of the words from which on a hint writes its percentage on a key

// Keys for the letters of a dictionary; a press calls `offer` with the letter. `more` comes last.
export function keyboard(writing, offer, more) {
  const rows = inRows(writing.letters, LAYOUTS[setting("keys")]);
  const keys = new Map(writing.letters.map((letter) => [letter, key(letter)]));
  const node = el("div", { class: "keys", role: "toolbar", "aria-label": t("keys"), dir: writing.direction },
    rows.map((row, index) => el("div", { class: "row" },
      row.map((letter) => keys.get(letter)), index === rows.length - 1 && more)));
  const cells = writing.letters.length + WORD;
  node.dataset.layout = setting("keys");
  node.style.setProperty("--fifth", Math.ceil(cells / 5));
  node.style.setProperty("--half", Math.ceil(cells / 2));
  if (rows.length > 1) node.style.setProperty("--columns", Math.max(...rows.map(({ length }) => length)));
  const begin = roving(node);

  function key(letter) {
    return el("button", { type: "button", lang: writing.language, click: () => offer(letter) }, writing.written(letter));
  }

  // Marks each guessed letter as a hit or a miss, and those of `queue` as pending (the first one) or queued.
  function update({ guessed_letters: guessed, wrong_letters: wrong }, queue) {
    for (const [letter, button] of keys) {
      const place = queue.indexOf(letter);
      const answer = guessed.includes(letter) && (wrong.includes(letter) ? "miss" : "hit");
      show(button, writing.written(letter), answer || ["pending"][place] || (place > 0 && "queued"), place + 1);
    }
    begin();
  }

  // Fills each free key to its share of the words left, and rings the best. Without `letters`, it empties all keys.
  function hint(letters) {
    const best = letters[0]?.letter;
    for (const [letter, button] of keys) {
      const share = button.dataset.state ? 0 : (letters.find((one) => one.letter === letter)?.share_with ?? 0);
      button.style.setProperty("--share", `${100 * share}%`);
      button.classList.toggle("best", letter === best);
      delete button.dataset.share;
      if (share >= FIGURE_FROM) button.dataset.share = Math.round(100 * share);
      if (!button.dataset.state) button.ariaLabel = share ? `${writing.written(letter)}, ${percent(share)}` : null;
    }
  }

  return { node, update, hint };
}

function show(button, name, state, place) {
  if (button.dataset.state === state && state !== "queued") return;
  delete button.dataset.state;
  delete button.dataset.turn;
  button.ariaLabel = state ? `${name}, ${t(state)}` : null;
  button.ariaDisabled = state === "hit" || state === "miss" ? "true" : null;
  button.replaceChildren(name);
  if (!state) return;
  button.dataset.state = state;
  if (state === "miss") button.append(slash());
  if (state === "pending") button.append(silent("", { class: "dots" }, el("i"), el("i"), el("i")));
  if (state === "queued") button.dataset.turn = place;
}

// The letters in the rows of a keyboard; those that the layout does not have come last. A layout of another script has none.
function inRows(letters, layout) {
  if (!letters.some((letter) => layout?.join("").includes(letter))) return [letters];
  const rows = layout.map((row) => [...row].filter((letter) => letters.includes(letter)));
  const others = letters.filter((letter) => !rows.flat().includes(letter));
  return [...rows.slice(0, -1), [...rows.at(-1), ...others]];
}

// Calls `offer` with each letter that is typed outside a field, until the signal is aborted.
export function typed(writing, offer, signal) {
  const listen = (event) => {
    const letter = letterOf(event, writing);
    const command = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    const field = event.target.closest("input, select, textarea, dialog");
    if (setting("typing") && !command && !field && letter) offer(letter);
  };
  document.addEventListener("keydown", listen, { signal });
}

// The letter of a key. On a keyboard of another script it is the one at its place: й is where other people have q.
function letterOf({ key, code = "" }, writing) {
  const letter = writing.read(key);
  if (writing.letters.includes(letter)) return letter;
  const isForeign = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  const there = isForeign && code.startsWith("Key") && code.slice(3).toLowerCase();
  return writing.letters.includes(there) ? there : null;
}
