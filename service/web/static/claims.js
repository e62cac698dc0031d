// What this device knows of the games whose words are given out, by watch id: which it has played itself, and for the
// others the key of its claim, the word that it was told, and how many had opened the link when it last looked.

import { newKey } from "./api.js";
import { remember, remembered } from "./remembered.js";

const MOST = 50; // games

const claims = () => remembered("claims", []);
const known = (watchId) => claims().find(({ game }) => game === watchId);

export const isOurs = (watchId) => known(watchId)?.ours ?? false;
export const keepOurs = (watchId) => keepClaim({ game: watchId, ours: true });

// The claim on a word of a game. Its key is kept before anybody asks with it, so that one device gets one word.
export const claimOn = (watchId) => known(watchId) ?? keepClaim({ game: watchId, key: newKey() });

export function keepClaim(claim) {
  const others = claims().filter(({ game }) => game !== claim.game);
  remember("claims", [{ ...known(claim.game), ...claim }, ...others].slice(0, MOST));
  return known(claim.game) ?? claim; // a device may refuse to remember
}
