// The games that were played to their end on this device.

import { remember, remembered } from "./remembered.js";

const MOST = 5000;

export const results = () => remembered("results", []);

// Those that count: all but the games whose word the player has set.
export const countedResults = () => results().filter(({ own }) => !own);

// Stores the result of a game, in place of an earlier one of the same game, and returns it.
export function keep(result) {
  const others = results().filter(({ id }) => id !== result.id);
  remember("results", [...others, result].slice(-MOST));
  return result;
}
