// Calls of the API: JSON in and out, problems as exceptions, and retries.

import { Writing } from "./writing.js";

export const BASE = new URL(".", document.baseURI); // also where a proxy serves us under a prefix
const TIMEOUT = 10_000; // milliseconds: a phone that changes networks may never get a response
const LONGEST_PAUSE = 5; // seconds between two tries, unless Retry-After says how many
const RETRIED = new Set([429, 502, 503, 504]);

// A failed request, with its status if there was a response. `kind` is the code of its first field error, or else its own.
export class Problem extends Error {
  constructor(content, status) {
    super(content.detail);
    this.status = status;
    this.kind = content.errors?.[0]?.code ?? content.code;
  }
}

// An idempotency key: the service applies a request once, however often it is sent with this key.
export function newKey() {
  // crypto.randomUUID is missing where the page came over plain HTTP
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export const get = (path, options) => call("GET", path, options);
export const post = (path, options) => call("POST", path, options);

// The content of the response, or null if the response is a problem.
export async function contentOf(path, options) {
  try {
    return (await get(path, options)).content;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

// Returns { content, etag }. Failures that may pass (no network, a full server, too many requests) are
// retried until the `signal` is aborted. `waiting` is called with the reason before each pause, and with null
// when the response has come.
async function call(method, path, { json, key, etag, signal, cache, waiting = () => {} } = {}) {
  const headers = new Headers();
  if (json) headers.set("Content-Type", "application/json");
  if (key) headers.set("Idempotency-Key", key);
  if (etag) headers.set("If-Match", etag);
  const request = { method, headers, cache, body: json && JSON.stringify(json) };
  for (let tries = 0; ; tries += 1) {
    const response = await responseTo(new URL(path, BASE), request, signal);
    if (response && !RETRIED.has(response.status)) {
      waiting(null);
      return resultOf(response);
    }
    const retryAfter = Number(response?.headers.get("Retry-After"));
    const seconds = retryAfter || Math.min(LONGEST_PAUSE, 0.5 * 2 ** tries);
    waiting({ status: response?.status ?? null, seconds: Math.ceil(seconds) });
    await pause(1000 * seconds, signal);
  }
}

// The response, or null if none came. The login page of a network, which is not JSON, does not count as one.
async function responseTo(url, request, signal) {
  signal?.throwIfAborted();
  const fetching = new AbortController();
  const stop = () => fetching.abort();
  const timer = setTimeout(stop, TIMEOUT);
  signal?.addEventListener("abort", stop);
  try {
    const response = await fetch(url, { ...request, signal: fetching.signal });
    const { ok, status, headers } = response;
    const text = await response.text();
    const content = parsed(text);
    return ok && text && content === null ? null : { status, headers, content };
  } catch (error) {
    signal?.throwIfAborted();
    return null;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function resultOf({ status, headers, content }) {
  if (status >= 400) throw new Problem(content?.code ? content : { code: "unknown", detail: `HTTP ${status}` }, status);
  const etag = headers.get("ETag")?.replace(/^W\//, ""); // a proxy that compresses responses weakens it
  return { content, etag };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's own page
  }
}

// Resolves after some time, or as soon as the network comes back; rejects when the `signal` is aborted.
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    window.addEventListener("online", resolve, { once: true });
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

// All dictionaries and all dealers, requested once for all screens.
export const dictionaries = (patience) =>
  once("dictionaries", patience, (all) => all.map((one) => ({ ...one, writing: new Writing(one) })));
export const dealers = (patience) => once("dealers", patience);

let requests = {}; // by path
const listeners = {}; // by path, the `waiting` of the screen that was the last to need the response
let cache; // the cache mode of `fetch`: its default, until a list is known to have changed

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
