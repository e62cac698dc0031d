// The confession, with its style: it comes when a game has begun, so that the page starts sooner.

import { el } from "./dom.js";

let confession = null;

export function lateConfession() {
  confession ??= Promise.all([import("./confession.js"), style()]).catch((error) => {
    confession = null; // without a network now; it is tried again
    throw error;
  });
  return confession.then(([module]) => module.confession);
}

function style() {
  if (document.querySelector("link[href$='/confession.css']")) return null;
  const href = new URL("confession.css", import.meta.url).href;
  return new Promise((load, error) => document.head.append(el("link", { rel: "stylesheet", href, load, error })));
}
