// The games that this device deals, the last one first, one for each length. The service keeps nothing of them.

import { HIDDEN } from "./pattern.js";
import { remember, remembered } from "./remembered.js";

const deals = () => remembered("deals", []);
const others = (length) => deals().filter((deal) => deal.length !== length);

export const lastDeal = () => deals()[0];
export const dealOf = (length) => deals().find((deal) => deal.length === length);
export const keepDeal = (deal) => remember("deals", [deal, ...others(deal.length)]);

// A game that is hanged or found is not gone on with.
export const isGoingOn = (deal) => Boolean(deal?.answers.length) && !deal.hanged && patternOf(deal).includes(HIDDEN);

export const patternOf = ({ length, answers }) =>
  answers.reduce(
    (pattern, { letter, positions }) => pattern.map((shown, place) => (positions.includes(place) ? letter : shown)),
    Array(length).fill(HIDDEN),
  ).join("");
