// Follows a game while the page is visible: reports each guess that is made elsewhere.

import * as api from "./api.js";

const REST = 3000; // milliseconds between requests that the service cannot hold, such as behind some proxies

// Calls `changed` with each version of the game other than the one that `version` returns, until that returns none.
// Each request waits for `idle`: the response to a guess from here brings the game by itself.
export async function follow(watchId, { version, changed, idle = () => null, signal, waiting }) {
  const ask = (since) => (whileSeen) => api.next(`watch/${watchId}`, since, { signal: whileSeen, waiting });
  for (;;) {
    await Promise.all([idle(), visible(signal)]);
    const since = version();
    if (signal.aborted || !since) return;
    const answer = await whileVisible(ask(since), signal);
    if (answer?.content && version() === since) await changed(answer);
    if (answer && !answer.content && !answer.waited) await api.pause(REST, signal);
  }
}

function visible(signal) {
  if (!document.hidden) return null;
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", resolve, { once: true, signal });
    signal.addEventListener("abort", resolve, { once: true });
  });
}

// The result of `ask`, or null if the page was hidden or left before it came.
async function whileVisible(ask, signal) {
  const [asking, over] = [new AbortController(), new AbortController()];
  const stop = () => asking.abort();
  document.addEventListener("visibilitychange", stop, { signal: over.signal });
  signal.addEventListener("abort", stop, { signal: over.signal });
  try {
    return await ask(asking.signal);
  } catch (error) {
    if (asking.signal.aborted) return null;
    throw error;
  } finally {
    over.abort();
  }
}
