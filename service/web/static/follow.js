// Whoever looks at a game hears of each guess that is made elsewhere, as long as the page is seen.

import * as api from "./api.js";

const REST = 3000; // milliseconds: something on the way does not let the service keep us waiting

// Calls `changed` with each version of the game but the one that `version` names, until it names
// none. Nobody asks before `idle` is settled: the answer to a guess of one's own comes by itself.
export async function follow(watchId, { version, changed, idle = () => null, signal, waiting }) {
  const ask = (since) => (seen) => api.next(`watch/${watchId}`, since, { signal: seen, waiting });
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

// What `ask` brings, or null if the page was hidden or left before it came.
async function whileVisible(ask, signal) {
  const [seen, over] = [new AbortController(), new AbortController()];
  const stop = () => seen.abort();
  document.addEventListener("visibilitychange", stop, { signal: over.signal });
  signal.addEventListener("abort", stop, { signal: over.signal });
  try {
    return await ask(seen.signal);
  } catch (error) {
    if (seen.signal.aborted) return null;
    throw error;
  } finally {
    over.abort();
  }
}
