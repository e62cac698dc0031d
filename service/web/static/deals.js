// Today's games that the player deals, one of each length. This device stores them; the service stores none.

import { today } from "./daily.js";
import { HIDDEN } from "./pattern.js";
import { remember, remembered } from "./remembered.js";

const todays = () => [remembered("deals", [])].flat().filter(({ date }) => date === today());

export const lastDeal = () => todays()[0];
export const dealOf = (length) => todays().find((deal) => deal.length === length);
export const keepDeal = (deal) => remember("deals", [deal, ...todays().filter(({ length }) => length !== deal.length)]);

export const missesOf = ({ answers }) => answers.filter(({ hit }) => !hit).length;
export const isFound = (deal) => !patternOf(deal).includes(HIDDEN);
export const isHung = (deal) => missesOf(deal) >= deal.goal;

// What a deal is in: the guesser asks, it is hanged (and can be dealt on), or it has found the word.
export function phaseOf(deal) {
  if (isFound(deal)) return "found";
  return isHung(deal) && !deal.onward ? "hanged" : "asking";
}

// Those that are over, the shortest words first.
export const endedDeals = () => todays().filter((deal) => phaseOf(deal) !== "asking").sort((one, other) => one.length - other.length);

// The text on the way to the last game: it is new, goes on, or is over.
export function teaserOf(deal) {
  if (!deal?.answers.length) return "newWordsDaily";
  return phaseOf(deal) === "asking" ? "goOnDay" : "howItWent";
}

export const patternOf = ({ length, answers }) =>
  answers.reduce(
    (pattern, { letter, positions }) => pattern.map((shown, place) => (positions.includes(place) ? letter : shown)),
    Array(length).fill(HIDDEN),
  ).join("");
