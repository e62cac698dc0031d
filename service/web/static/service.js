// The service of this page: its address, requests that wait for it as long as the player does, and its lists.

import { Hangman, Problem } from "./hangman.js";
import { Writing } from "./writing.js";

export const BASE = new URL(".", document.baseURI); // also where a proxy serves us under a prefix

const service = new Hangman(BASE, { patience: Infinity }); // until the `signal` of a request is aborted

export const get = (path, options) => service.request("GET", path, { cache: "default", ...options });
export const post = (path, options) => service.request("POST", path, options);

// The content of the response, or null if the response is a problem.
export async function contentOf(path, options) {
  try {
    return (await get(path, options)).content;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

// All dictionaries and all dealers, requested once for all screens.
export const dictionaries = (patience) =>
  once("dictionaries", patience, (all) => all.map((one) => ({ ...one, writing: new Writing(one) })));
export const dealers = (patience) => once("dealers", patience);

let requests = {}; // by path
const listeners = {}; // by path, the `waiting` of the screen that was the last to need the response
let cache = "default"; // the cache mode of `fetch`, until a list is known to have changed

// After a change of the lists: request them again.
export function forgetLists() {
  [requests, cache] = [{}, "no-cache"];
}

async function once(path, { waiting }, made = (all) => all) {
  listeners[path] = waiting;
  const asking = { waiting: (why) => listeners[path]?.(why), cache }; // no signal: the next screen needs the response, too
  requests[path] ??= get(path, asking).then(({ content }) => made(content[path]));
  try {
    return await requests[path];
  } catch (error) {
    delete requests[path];
    throw error;
  }
}
