// The API as a page sees it: JSON in and out, problems as errors, and patience.

export const BASE = new URL(".", document.baseURI); // also where a proxy serves us under a prefix
const TIMEOUT = 10_000; // milliseconds: a phone that changes networks may never hear back
const WAIT = 20; // seconds that the service may keep us until there is something new
const LONGEST_PAUSE = 5; // seconds
const PASSING = new Set([429, 502, 503, 504]);

// A request that was refused, with a status if it was answered: `kind` is the code of its first error, or else its own.
export class Problem extends Error {
  constructor(content, status) {
    super(content.detail);
    this.status = status;
    this.kind = content.errors?.[0]?.code ?? content.code;
  }
}

// A name for a request, so that it can be sent again and is done once.
export function newKey() {
  // crypto.randomUUID is missing where the page came over plain HTTP
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export const get = (path, options) => call("GET", path, options);
export const post = (path, options) => call("POST", path, options);

// The content of the answer, or null where the service has none for us.
export async function contentOf(path, options) {
  try {
    return (await get(path, options)).content;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

// The content of the answer when there is another version than `since`, else null after a while;
// `waited` is false if something on the way did not let the service keep us.
export const next = (path, since, options) => call("GET", path, { ...options, since });

// The content of the answer, and its ETag. What passes (no network, a full server, too many
// requests) is waited for, as long as the `signal` is not aborted; `waiting` is told why, and
// null when the waiting is over.
async function call(method, path, { json, key, etag, since, signal, cache, waiting = () => {} } = {}) {
  const headers = new Headers();
  if (json) headers.set("Content-Type", "application/json");
  if (key) headers.set("Idempotency-Key", key);
  if (etag) headers.set("If-Match", etag);
  if (since) {
    headers.set("If-None-Match", since);
    headers.set("Prefer", `wait=${WAIT}`);
  }
  const patience = TIMEOUT + (since ? 1000 * WAIT : 0);
  const request = { method, headers, cache, body: json && JSON.stringify(json) };
  for (let tries = 0; ; tries += 1) {
    const response = await answered(new URL(path, BASE), request, signal, patience);
    if (response && !PASSING.has(response.status)) {
      waiting(null);
      return settled(response);
    }
    const asked = Number(response?.headers.get("Retry-After"));
    const seconds = asked || Math.min(LONGEST_PAUSE, 0.5 * 2 ** tries);
    waiting({ status: response?.status ?? null, seconds: Math.ceil(seconds) });
    await pause(1000 * seconds, signal);
  }
}

// The response, or null where none came: a page that a network shows before it lets anybody in is none, either.
async function answered(url, request, signal, patience) {
  const hearing = new AbortController();
  const stop = () => hearing.abort();
  const timer = setTimeout(stop, patience);
  signal?.addEventListener("abort", stop);
  try {
    const response = await fetch(url, { ...request, signal: hearing.signal });
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

function settled({ status, headers, content }) {
  if (status >= 400) throw new Problem(content?.code ? content : { code: "unknown", detail: `HTTP ${status}` }, status);
  const etag = headers.get("ETag")?.replace(/^W\//, ""); // a proxy that packs answers weakens it
  return { content, etag, waited: headers.has("Preference-Applied") };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's own page
  }
}

// Some time, or less where the network comes back meanwhile.
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

// All dictionaries and all dealers, asked for once, whichever screen needs them first.
export const dictionaries = (patience) => once("dictionaries", patience);
export const dealers = (patience) => once("dealers", patience);

let asked = {};
let cache; // the browser's, until they are known to have changed

// They have changed: ask again.
export function forgetLists() {
  [asked, cache] = [{}, "no-cache"];
}

async function once(path, { waiting }) {
  asked[path] ??= get(path, { waiting, cache }); // no signal: the next screen wants the answer too
  try {
    return (await asked[path]).content[path];
  } catch (error) {
    delete asked[path];
    throw error;
  }
}
