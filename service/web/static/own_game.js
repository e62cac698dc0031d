// What this device knows of a game that has ended: who dealt, whether it was played here, and what the player claimed.

import { playing, stopPlaying, unfinished, wordSetHere } from "./playing.js";
import { keep, results } from "./results.js";
import { dayOf } from "./totals.js";

const CALLED = "cheated";

// `result` is null if the game was played elsewhere; `isFriends`: somebody set its word; `isSetter`: it was set here;
// `isJudged`: the player is not asked whether it was cheating.
export function ownGame(game, dealers, told) {
  const { honest = false, title } = dealers.find(({ name }) => name === game.dealer) ?? {};
  const setHere = Boolean(wordSetHere(game.watch_id));
  const result = resultOf(game, { honest, title }, Boolean(told.set));
  const ours = result ?? { ...playing(game.id), ...told, set: Boolean(told.set) || setHere };
  const isFriends = honest && ours.set;
  return {
    ...ours, honest, result, isFriends,
    isSetter: isFriends && setHere && !result,
    isJudged: Boolean(ours.set || ours.drawn === false || ours.claim),
  };
}

// The result of a game that was played on this device, stored when it has ended; null for any other game. An early call
// is the player's verdict.
function resultOf(game, { honest, title }, isSet) {
  const { id, status, length, misses, max_misses, dealer, insight } = game;
  if (unfinished().some((other) => other.id === id)) {
    const { hinted, waiting, ...ours } = playing(id);
    const called = ours.drawn && ours.call && { claim: CALLED, honest };
    const won = status === "won";
    const own = Boolean(wordSetHere(ours.like)); // it does not count
    keep({
      ...ours, day: dayOf(new Date()), dealer, title, length, misses, max_misses, won, own, set: ours.set || isSet,
      shown: insight !== null, ...called,
    });
    stopPlaying(id);
  }
  return results().find((stored) => stored.id === id) ?? null;
}
