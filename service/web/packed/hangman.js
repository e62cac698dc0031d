// A client of Evil Hangman in one file, without dependencies: it runs in browsers, Node 20 and later, Deno and Bun.
// It waits, retries and resumes, so that no guess is lost and none is made twice. hangman.d.ts beside it has its types.
// Every service has it: import { Hangman } from 'https://play.example/hangman.js'.
//
//     const hangman = new Hangman("https://play.example", { storage: localStorage });
//     let game = (await hangman.resume()) ?? (await hangman.start({ length: 8 }));
//     while (game.status === "in_progress") game = await hangman.guess(await asked(game.pattern));
//     console.log(await hangman.confession());

const TIMEOUT = 10_000; // milliseconds for a whole response; a phone that changes networks may never get one
const PATIENCE = 60_000; // milliseconds in which a request is repeated
const QUIET = 40_000; // milliseconds without a byte of a stream, after which it is dead: the service sends one every 15 s
const LONGEST_PAUSE = 8; // seconds between two tries, unless the service says how many
const SHORTEST_PAUSE = 0.3; // seconds, whatever a proxy says
const DAY = 86_400; // seconds; a timer of more than 24 days would end at once
const RETRIED = new Set([408, 429, 502, 503, 504]);
const EVENTS = "text/event-stream";

/**
 * A request that was refused. `code` is for programs and never changes; `kind` is the code of the first field that is wrong, or
 * else `code`; `message` is a sentence for players. `content` is the whole problem, as the API describes it.
 */
export class Problem extends Error {
  /** @param {object} content */
  constructor(content) {
    const { code = "unknown", status = null, detail = status ? `HTTP ${status}` : code, errors } = content;
    super(detail);
    this.name = "Problem";
    Object.assign(this, { code, status, content, kind: errors?.[0]?.code ?? code });
  }
}

/** No answer came in time. A guess may have been made all the same: `resume` finds out, and makes it if not. */
export class NoNetwork extends Error {
  constructor() {
    super("No answer just now. Check your connection.");
    this.name = "NoNetwork";
  }
}

/** One player's game at a service. */
export class Hangman {
  /**
   * @param {string | URL} url the address of the service, with its prefix if it has one
   * @param {object} [options]
   * @param {string} [options.apiKey] needed only where the operator demands API keys
   * @param {Pick<Storage, "getItem" | "setItem">} [options.storage] such as localStorage: the game then survives a
   *   reload or a crash, and `resume` goes on with it
   * @param {string} [options.name] of the game in the storage
   * @param {number} [options.timeout] milliseconds for each response
   * @param {number} [options.patience] milliseconds in which a request is repeated, before NoNetwork is thrown; perhaps Infinity
   * @param {(why: { status: number | null, seconds: number } | null) => void} [options.waiting] called before each pause, with the
   *   status of the refusal if there was an answer, and with null when there is an answer
   */
  constructor(url, { apiKey, storage, name = "hangman", timeout = TIMEOUT, patience = PATIENCE, waiting = () => {} } = {}) {
    this.base = String(url).replace(/\/*$/, "/");
    Object.assign(this, { apiKey, storage, name, timeout, patience, waiting });
    /** The game as it was last seen; null before the first one. */
    this.game = null;
    this.etag = null;
  }

  #memory = {}; // what is stored, if the storage does not take it
  #isUnsaved = false;
  #last = Promise.resolve(); // the last request that changes something

  /** Starts a game, with the fields of `POST /games`. */
  start(choices = {}) {
    return this.#inTurn(() => this.#change({ path: "games", json: choices, key: newKey() }));
  }

  /**
   * Guesses a letter or a word, and returns the game after it. If the guess was not made (it was made before, the game is over,
   * or has gone on elsewhere), that is the game as it is now. Guesses are sent one after another.
   * @param {string | { letter: string } | { word: string }} text one letter is a letter, and more are a word
   */
  guess(text) {
    return this.#inTurn(() => {
      const isLetter = typeof text === "string" && [...text.normalize("NFC")].length === 1;
      const json = typeof text === "object" ? text : isLetter ? { letter: text } : { word: text };
      return this.#change({ path: `games/${this.game.id}/guesses`, json, key: newKey(), etag: this.etag });
    });
  }

  /**
   * Goes on after a reload, a crash or NoNetwork: repeats the request that was on its way, and returns the game as it is now.
   * Returns null if there is none, or it has expired. With an `id`, goes on with that game.
   */
  resume(id) {
    return this.#inTurn(async () => {
      const { id: before, pending } = this.#stored();
      try {
        const now = id ?? (pending ? (await this.#change(pending)).id : before); // the game may have gone on since
        if (!now) return null;
        return this.#keep(await this.request("GET", `games/${now}`, { isRight: isGame }));
      } catch (error) {
        if (error.status !== 404 || error.code === "unknown") throw error; // unknown: a proxy wrote it
        this.#store({});
        return null;
      }
    });
  }

  /** Letters ranked, best first, and words that fit. `query` may have `guesser` and `words`. */
  async hint(query) {
    return (await this.request("GET", `games/${this.game.id}/hint${asQuery(query)}`)).content;
  }

  /** What the dealer did; only when the game is over. `query` may have `words`. */
  async confession(query) {
    return (await this.request("GET", `games/${this.game.id}/confession${asQuery(query)}`)).content;
  }

  /**
   * Yields each state of a game that somebody plays, by its watch id, until it is over: the present one first. If guesses follow each
   * other closely, some are left out. Nothing is received while the page is hidden.
   */
  async *watch(watchId, { signal } = {}) {
    for await (const { content } of this.states(watchId, { signal })) {
      yield content;
      if (content.status !== "in_progress") return;
    }
  }

  /** As `watch`, without an end; each state as { content, etag }. The state that has the ETag `known()` is left out at first. */
  async *states(watchId, { signal = new AbortController().signal, known = () => "" } = {}) {
    let etag = "";
    for (let tries = 0; ; tries += 1) {
      let [status, seconds, isRefused] = [null, pauseAfter(tries), true];
      await visible(signal);
      signal.throwIfAborted();
      try {
        for await (const { name, data, id, retry } of this.#events(`watch/${watchId}/events`, known() || etag, signal)) {
          if (retry > 0) seconds = Math.min(Math.max(SHORTEST_PAUSE, retry / 1000), DAY);
          isRefused = name === "problem";
          if (name === "gone" || (isRefused && !RETRIED.has(data.status))) throw new Problem({ status: 404, ...data });
          if (isRefused) ({ status } = data);
          else [tries] = [0, this.waiting(null)];
          if (name !== "game") continue;
          etag = `"${id}"`;
          yield { content: data, etag };
        }
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Problem) throw error;
        [status, isRefused] = [error.status ?? null, true];
      }
      if (isHidden()) continue; // we closed it
      if (isRefused) this.waiting({ status, seconds: Math.ceil(seconds) });
      await pause(1000 * seconds, signal);
    }
  }

  // Yields what a stream sends. Throws if the response is none, if the network is gone, or if nothing comes for too long.
  async *#events(path, known, signal) {
    const fetching = new AbortController();
    const stop = () => fetching.abort();
    const until = { signal: fetching.signal };
    let timer = setTimeout(stop, this.timeout);
    signal.addEventListener("abort", stop, until);
    globalThis.addEventListener?.("offline", stop, until);
    globalThis.document?.addEventListener("visibilitychange", stop, until);
    try {
      const headers = this.#headers({ Accept: EVENTS, "Last-Event-ID": known.replaceAll('"', "") });
      const { status, body, headers: received } = await fetch(new URL(path, this.base), { headers, cache: "no-store", ...until });
      if (!received.get("Content-Type")?.startsWith(EVENTS)) throw Object.assign(new TypeError("no stream of events"), { status: status < 400 ? null : status });
      for await (const event of eventsIn(body)) {
        clearTimeout(timer);
        yield event;
        timer = setTimeout(stop, QUIET);
      }
    } finally {
      stop();
      clearTimeout(timer);
    }
  }

  #inTurn(action) {
    const result = this.#last.then(action);
    this.#last = result.catch(() => {});
    return result;
  }

  // Sends a request that changes something, and returns the game. It is stored until its answer has come, so that it can be repeated.
  async #change(request) {
    this.#store({ ...this.#stored(), pending: request });
    const [, id] = request.path.split("/"); // none, for a new game
    const isRight = (content) => isGame(content) && (!id || content.id === id);
    try {
      return this.#keep(await this.request("POST", request.path, { ...request, isRight }));
    } catch (error) {
      if (error instanceof NoNetwork || RETRIED.has(error.status)) throw error;
      if (error.content?.game) return this.#keep({ content: error.content.game, etag: error.etag });
      this.#store({ id: this.#stored().id });
      throw error;
    }
  }

  #keep({ content, etag }) {
    [this.game, this.etag] = [content, etag];
    this.#store({ id: content.id });
    return content;
  }

  /**
   * Any request of the API; returns { content, etag } of the response. It is repeated, with the same key, while no answer comes or the
   * service is busy, until the `signal` is aborted. A key makes the service do once what is sent several times: see `newKey`.
   * @param {"GET" | "POST"} method
   * @param {string} path such as "daily"
   */
  async request(method, path, { json, key, etag, signal, cache = "no-store", waiting = this.waiting, isRight = () => true } = {}) {
    const headers = this.#headers({ "Content-Type": json && "application/json", "Idempotency-Key": key, "If-Match": etag });
    const end = Date.now() + this.patience;
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#tried(path, { method, headers, body: json && JSON.stringify(json), cache }, isRight, signal);
      const isRefused = answer.status >= 400 && answer.isOurs;
      const problem = isRefused ? Object.assign(new Problem({ status: answer.status, ...answer.content }), { etag: answer.etag }) : null;
      if (answer.isOurs && !RETRIED.has(answer.status)) {
        waiting(null);
        if (problem) throw problem;
        return answer;
      }
      const left = (end - Date.now()) / 1000; // the last try is when patience ends
      const seconds = answer.seconds ? answer.seconds + Math.random() : Math.min(pauseAfter(tries), left);
      if (left <= 0 || seconds > left) throw problem ?? new NoNetwork();
      waiting({ status: answer.status, seconds: Math.ceil(seconds) });
      await pause(1000 * seconds, signal);
    }
  }

  // The response; its status is null if none came in time. What is no object in JSON, or not `isRight`, is not ours:
  // it is the login page of a network, or a proxy's.
  async #tried(path, request, isRight, signal) {
    signal?.throwIfAborted();
    const fetching = new AbortController();
    const stop = () => fetching.abort();
    const timer = setTimeout(stop, this.timeout);
    signal?.addEventListener("abort", stop);
    try {
      const response = await fetch(new URL(path, this.base), { ...request, signal: fetching.signal });
      const [content, { status, headers }] = [parsed(await response.text()), response];
      const etag = headers.get("ETag")?.replace(/^W\//, ""); // a proxy that compresses responses weakens it
      const isOurs = typeof content === "object" && content !== null && (status >= 400 || isRight(content));
      return { status: isOurs || status >= 400 ? status : null, isOurs, content, etag, seconds: wanted(headers.get("Retry-After")) };
    } catch {
      signal?.throwIfAborted();
      return { status: null, isOurs: false };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  #headers(wanted) {
    const all = { Authorization: this.apiKey && `Bearer ${this.apiKey}`, ...wanted };
    return new Headers(Object.entries(all).filter(([, value]) => value));
  }

  #stored() {
    if (this.#isUnsaved) return this.#memory;
    try {
      return JSON.parse(this.storage.getItem(this.name)) ?? {};
    } catch {
      return this.#memory; // there is no storage, or it is closed to us
    }
  }

  #store(state) {
    this.#memory = state;
    try {
      this.storage.setItem(this.name, JSON.stringify(state));
      this.#isUnsaved = false;
    } catch {
      this.#isUnsaved = true; // there is none, or it is full
    }
  }
}

// Yields each event of a stream as { name, data, id, retry }; a comment, or a `retry` line alone, has no name.
async function* eventsIn(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = blocks.pop();
    yield* blocks.map(eventOf);
  }
}

function eventOf(block) {
  const { event: name, data, id, retry } = Object.fromEntries(block.split("\n").map((line) => line.split(/: ?(.*)/s)));
  return { name, data: data && JSON.parse(data), id, retry: Number(retry) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A new idempotency key. */
export function newKey() {
  // crypto.randomUUID is missing where the page came over plain HTTP
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const isGame = (content) => typeof content.id === "string";
const wanted = (seconds) => (seconds > 0 ? Math.min(Number(seconds), DAY) : 0); // 0 if it is no number, but perhaps a date
const asQuery = (query) => (query ? `?${new URLSearchParams(query)}` : "");
const pauseAfter = (tries) => Math.min(LONGEST_PAUSE, 0.5 * 2 ** tries) * (0.75 + Math.random() / 2); // seconds
const isHidden = () => Boolean(globalThis.document?.hidden);

function visible(signal) {
  if (!isHidden()) return null;
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", resolve, { once: true, signal });
    signal.addEventListener("abort", resolve, { once: true });
  });
}

/** Resolves after some time, or as soon as the network comes back; rejects when the `signal` is aborted. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    globalThis.addEventListener?.("online", resolve, { once: true, signal });
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });
}
