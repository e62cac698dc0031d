const PATIENCE = 10_000; // milliseconds

/** Waits, or until the caller gives up. */
const pause = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    setTimeout(done, 1000 * seconds);
    signal.addEventListener("abort", () => done(), { once: true });
  });

/** The service refused: the message is written for players, and `problem.code` is for the app. */
export class Refused extends Error {
  constructor(readonly problem?: { detail: string; code: string; status: number }) {
    super(problem?.detail ?? "That was not the service. Are you signed in to this network?");
  }
}

/**
 * A `fetch` that sends a request again until the service responds, five times at most. A request without an
 * Idempotency-Key gets one, and each retry repeats it: nothing is done twice. A body that is not JSON comes from a
 * captive portal or a proxy: it counts as no response.
 */
export const retry: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.headers.has("Idempotency-Key")) request.headers.set("Idempotency-Key", crypto.randomUUID());
  for (const seconds of [1, 2, 4, 8]) {
    try {
      const response = await once(request);
      const wait = Number(response.headers.get("Retry-After")) || seconds; // a proxy may send a date
      if ((response.status !== 429 && response.status !== 503) || wait > 10) return response;
      await pause(wait + Math.random(), request.signal);
    } catch {
      request.signal.throwIfAborted(); // the caller has given up
      await pause(seconds + Math.random(), request.signal);
    }
  }
  return once(request);
};

/** The whole response to one try. */
async function once(request: Request): Promise<Response> {
  // Not AbortSignal.timeout: inside AbortSignal.any, Node forgets it.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("The service did not answer in time.")), PATIENCE);
  try {
    const response = await fetch(request.clone(), { signal: AbortSignal.any([request.signal, late.signal]) });
    const text = await response.clone().text();
    const isEmpty = response.status === 204 || response.status === 304; // after a DELETE, and if nothing has changed
    if (!isEmpty && !isOurs(text, response.ok)) throw new TypeError("That was not the service. Are you signed in to this network?");
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this is a whole object in JSON and, if it refuses, a problem. */
function isOurs(text: string, isOk: boolean): boolean {
  try {
    const content = JSON.parse(text);
    return typeof content === "object" && content !== null && (isOk || "detail" in content);
  } catch {
    return false;
  }
}
