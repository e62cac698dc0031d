// A network that answers as a test wants, and a clock that only a test moves.

let answers = [];
const timers = [];
export const requests = []; // [path, request]

globalThis.window = { addEventListener: () => {} };
globalThis.fetch = async (url, request) => {
  requests.push([url.pathname + url.search, request]);
  const { signal } = request;
  if (!answers.length) await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const { status = 200, headers = {}, content, body, events } = answers.shift();
  await null;
  signal.throwIfAborted();
  if (status === null) throw new TypeError("no network");
  if (events) return { status, headers: new Headers({ "Content-Type": "text/event-stream" }), body: streamed(events, signal) };
  return { ok: status < 300, status, headers: new Headers(headers), text: async () => body ?? JSON.stringify(content) ?? "" };
};
globalThis.setTimeout = (call, after) => timers.push({ call, after });
globalThis.clearTimeout = (timer) => timer && (timers[timer - 1].call = null);

// The body of a stream with these pieces. After them it stays open, unless the last one is null.
const streamed = (pieces, signal) => new ReadableStream({
  start(stream) {
    signal.addEventListener("abort", () => stream.error(signal.reason));
    for (const piece of pieces) piece === null ? stream.close() : stream.enqueue(new TextEncoder().encode(piece));
  },
});

// Sets the next responses, in order. After the last one, no request gets any.
export function answering(...responses) {
  answers = responses;
  requests.length = 0;
}

export const settled = () => new Promise((done) => setImmediate(done));

// Fires the timers that were set to exactly so many milliseconds.
export async function passes(milliseconds) {
  for (const timer of timers.filter(({ after }) => after === milliseconds)) {
    const { call } = timer;
    timer.call = null;
    call?.();
  }
  await settled();
}
