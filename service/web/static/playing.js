// What this device knows of the game it plays: whether it is hard, and how many hints were asked for.

import { remember, remembered } from "./remembered.js";

const NOTHING = { id: null, hard: false, hints: 0 };

export const playing = (id) => {
  const last = remembered("playing", NOTHING);
  return last.id === id ? last : { ...NOTHING, id };
};

export const lastGame = () => remembered("playing", NOTHING).id;
export const keepPlaying = (id, change = {}) => remember("playing", { ...playing(id), ...change });
export const stopPlaying = () => remember("playing", NOTHING);
