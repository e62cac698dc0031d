// What this device knows of the games that it has begun and not ended, the last one first: whether it is as was chosen
// here, the dealer that was asked for, whether it is hard, how many positions a hint was asked for, which of them was the last, whether somebody set
// the word, whether the dealer was drawn, as far as that is known, whether it was called a cheat already, and the guesses
// that wait to be sent.

import { remember, remembered } from "./remembered.js";

const NOTHING = { chosen: false, dealer: null, hard: false, hints: 0, hinted: null, set: false, drawn: null, call: null, waiting: [] };
const MOST = 20; // games

export const SET = "set"; // what follows the game in the address that a friend is sent
export const GROUP = "hanged="; // what stands before the watch id in the address that a group is sent

export const unfinished = () => remembered("unfinished", []);
export const playing = (id) => ({ ...NOTHING, id, ...unfinished().find((game) => game.id === id) });
export const lastGame = () => unfinished()[0]?.id ?? null;

const others = (id) => unfinished().filter((game) => game.id !== id);
export const keepPlaying = (id, change = {}) =>
  remember("unfinished", [{ ...playing(id), ...change }, ...others(id)].slice(0, MOST));
export const stopPlaying = (id) => remember("unfinished", others(id));
