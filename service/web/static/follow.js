// Follows a game while the page is visible: reports each guess that is made elsewhere. A hidden page closes its stream,
// because a browser has only six connections for all its tabs.

import * as api from "./api.js";

// Calls `changed` with each version of the game other than the one that `version` returns, until that returns none.
// Each version waits for `idle`: the response to a guess from here brings the game by itself.
export async function follow(watchId, { version, changed, idle = () => null, signal, waiting }) {
  for (;;) {
    await Promise.all([idle(), visible(signal)]);
    if (signal.aborted || !version()) return;
    await whileVisible(hear, signal);
  }

  async function hear(whileSeen) {
    for await (const answer of api.statesOf(watchId, { known: version, signal: whileSeen, waiting })) {
      await idle();
      if (answer.etag !== version()) await changed(answer);
      if (!version()) return;
    }
  }
}

function visible(signal) {
  if (!document.hidden) return null;
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", resolve, { once: true, signal });
    signal.addEventListener("abort", resolve, { once: true });
  });
}

// Runs `hear` until it ends, or until the page is hidden or left.
async function whileVisible(hear, signal) {
  const [asking, over] = [new AbortController(), new AbortController()];
  const stop = () => asking.abort();
  document.addEventListener("visibilitychange", stop, { signal: over.signal });
  signal.addEventListener("abort", stop, { signal: over.signal });
  try {
    await hear(asking.signal);
  } catch (error) {
    if (!asking.signal.aborted) throw error;
  } finally {
    over.abort();
  }
}
