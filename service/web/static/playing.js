// The unfinished games of this device, the newest first. `chosen`: it has the choices of this device; `dealer`: the one that
// was requested; `hard`: in hard mode; `hints`: for how many positions there was a hint; `hinted`: the tag of the last of
// them; `set`: a friend set the word; `like`: the watch id of the game whose word it has, if that is known; `drawn`: the
// service drew the dealer, null if unknown; `call`: the early call; `waiting`: the guesses that are still to be sent; `until`:
// when the game expires, null if unknown, GONE if it has.

import { has } from "./language.js";
import { remember, remembered } from "./remembered.js";

const NOTHING = { chosen: false, dealer: null, hard: false, hints: 0, hinted: null, set: false, like: null, drawn: null, call: null, waiting: [], until: null };
const MOST = 20; // games

export const SET = "set"; // follows a game in the links to it, if a friend set its word
// What is known of a game that perhaps another device has begun: it follows the game in the link that it was sent by.
export function toldOf(id, more) {
  const { set, drawn } = playing(id);
  if (set || more === SET) return { set: true };
  return drawn === null && more && has(`dealerName.${more}`) ? { drawn: false, dealer: more } : {};
}

export const unfinished = () => remembered("unfinished", []);
export const playing = (id) => ({ ...NOTHING, id, ...unfinished().find((game) => game.id === id) });
export const gameLike = (watchId) => living().find(({ like }) => like === watchId)?.id;
// The word that the player set for a game on this device. No other device shows it before the end.
export const wordSetHere = (watchId) => remembered("words", []).find(({ game }) => game === watchId);
export const lastGame = () => living()[0]?.id ?? null;

const others = (id) => unfinished().filter((game) => game.id !== id);
export const keepPlaying = (id, change = {}) =>
  remember("unfinished", [{ ...playing(id), ...change }, ...others(id)].slice(0, MOST));
export const stopPlaying = (id) => remember("unfinished", others(id));

// A game that is gone is forgotten when the first screen has said so. That it is gone is known from the service alone: the
// clock of this device, which may be wrong, only tells when to ask.
const GONE = "gone";
export const hasExpired = (id) => changeGame(id, { until: GONE });
export const isThere = (id) => changeGame(id, { until: null });
export const isOverdue = ({ until }) => until !== null && !(Date.parse(until) > Date.now());
const living = () => unfinished().filter(({ until }) => until !== GONE);
const changeGame = (id, change) =>
  remember("unfinished", unfinished().map((game) => (game.id === id ? { ...game, ...change } : game)));

// Forgets the games that are gone, and returns their ids.
export function forgetExpired() {
  const expired = unfinished().filter(({ until }) => until === GONE).map(({ id }) => id);
  if (expired.length) remember("unfinished", living());
  return expired;
}
