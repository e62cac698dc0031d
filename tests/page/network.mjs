// A network that answers as a test wants, and a clock that only a test moves.

let answers = [];
const timers = [];
export const asked = []; // [path, request]

globalThis.window = { addEventListener: () => {} };
globalThis.fetch = async (url, request) => {
  asked.push([url.pathname + url.search, request]);
  const { signal } = request;
  if (!answers.length) await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const { status = 200, headers = {}, content, body } = answers.shift();
  await null;
  signal.throwIfAborted();
  if (status === null) throw new TypeError("no network");
  return { ok: status < 300, status, headers: new Headers(headers), text: async () => body ?? JSON.stringify(content) ?? "" };
};
globalThis.setTimeout = (call, after) => timers.push({ call, after });
globalThis.clearTimeout = (timer) => timer && (timers[timer - 1].call = null);

// What is answered next, one after another; then nothing comes.
export function answering(...those) {
  answers = those;
  asked.length = 0;
}

export const settled = () => new Promise((done) => setImmediate(done));

// Lets everything happen that waits for just so many milliseconds.
export async function passes(milliseconds) {
  for (const timer of timers.filter(({ after }) => after === milliseconds)) {
    const { call } = timer;
    timer.call = null;
    call?.();
  }
  await settled();
}
