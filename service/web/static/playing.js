// What this device knows of the game it plays: whether it is as was chosen here, whether it is hard, how many
// positions a hint was asked for, which of them was the last, whether somebody set the word, and whether the
// dealer was drawn, as far as that is known: then nobody knows who deals.

import { remember, remembered } from "./remembered.js";

const NOTHING = { id: null, chosen: false, hard: false, hints: 0, hinted: null, set: false, drawn: null };

export const SET = "set"; // what follows the game in the address that a friend is sent

export const playing = (id) => {
  const last = remembered("playing", NOTHING);
  return last.id === id ? last : { ...NOTHING, id };
};

export const lastGame = () => remembered("playing", NOTHING).id;
export const keepPlaying = (id, change = {}) => remember("playing", { ...playing(id), ...change });
export const stopPlaying = () => remember("playing", NOTHING);
