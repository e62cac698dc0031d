// Loads the modules of lazy.js when a game has begun or a screen needs them, so that the page starts sooner.

import { el } from "./dom.js";
import { Problem } from "./hangman.js";
import { loadLazyTexts } from "./load_texts.js";

let modules = null;

// Resolves to the exports of lazy.js when its texts and its style are loaded, too.
export function loadLazy() {
  modules ??= Promise.all([import("./lazy.js"), loadLazyTexts(), style()]).catch(() => {
    modules = null; // the next call tries again
    throw new Problem({ code: "no-connection" });
  });
  return modules.then(([module]) => module);
}

function style() {
  if (document.querySelector("link[href$='/confession.css']")) return null;
  const href = new URL("confession.css", import.meta.url).href;
  return new Promise((load, error) => document.head.append(el("link", { rel: "stylesheet", href, load, error })));
}
