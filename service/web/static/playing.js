// The unfinished games of this device, the newest first. `chosen`: it has the choices of this device; `dealer`: the one that
// was requested; `hard`: in hard mode; `hints`: for how many positions there was a hint; `hinted`: the tag of the last of
// them; `set`: a friend set the word; `like`: the watch id of the game whose word it has, if that is known; `drawn`: the service drew the dealer, null if unknown; `call`: the early call;
// `waiting`: the guesses that are still to be sent.

import { remember, remembered } from "./remembered.js";

const NOTHING = { chosen: false, dealer: null, hard: false, hints: 0, hinted: null, set: false, like: null, drawn: null, call: null, waiting: [] };
const MOST = 20; // games

export const SET = "set"; // follows a game in the links to it, if a friend set its word
export const GROUP = "hanged="; // precedes the watch id in the link for a group

export const unfinished = () => remembered("unfinished", []);
export const playing = (id) => ({ ...NOTHING, id, ...unfinished().find((game) => game.id === id) });
export const gameLike = (watchId) => unfinished().find(({ like }) => like === watchId)?.id;
// The word that the player set for a game on this device. No other device shows it before the end.
export const wordSetHere = (watchId) => remembered("words", []).find(({ game }) => game === watchId);
export const lastGame = () => unfinished()[0]?.id ?? null;

const others = (id) => unfinished().filter((game) => game.id !== id);
export const keepPlaying = (id, change = {}) =>
  remember("unfinished", [{ ...playing(id), ...change }, ...others(id)].slice(0, MOST));
export const stopPlaying = (id) => remember("unfinished", others(id));
