// What comes when a game has begun, or when it is asked for, so that the page starts sooner.

import { Problem } from "./api.js";
import { el } from "./dom.js";

let modules = null;

// The modules that `lazy.js` names, with their style.
export function loadLazy() {
  modules ??= Promise.all([import("./lazy.js"), style()]).catch(() => {
    modules = null; // it is tried again
    throw new Problem({ code: "no-connection" });
  });
  return modules.then(([module]) => module);
}

function style() {
  if (document.querySelector("link[href$='/confession.css']")) return null;
  const href = new URL("confession.css", import.meta.url).href;
  return new Promise((load, error) => document.head.append(el("link", { rel: "stylesheet", href, load, error })));
}
