// Follows a game while the page is visible: reports each guess that is made elsewhere. A hidden page closes its stream,
// because a browser has only six connections for all its tabs.

import { Hangman } from "./hangman.js";
import { BASE } from "./service.js";

// Calls `changed` with each version of the game other than the one that `version` returns, until that returns none.
// Each version waits for `idle`: the response to a guess from here brings the game by itself.
export async function follow(watchId, { version, changed, idle = () => null, signal, waiting }) {
  await idle();
  if (!version()) return;
  const end = await endOf(new Hangman(BASE, { waiting }).states(watchId, { known: version, signal })).catch(failed);
  if (end) await changed(end); // which takes as long as the player looks at it, and the stream is closed by then

  async function endOf(states) {
    for await (const answer of states) {
      await idle();
      if (!version()) return null;
      if (answer.etag === version()) continue;
      if (answer.content.status !== "in_progress") return answer;
      await changed(answer);
    }
  }

  function failed(error) {
    if (!signal.aborted) throw error;
  }
}
