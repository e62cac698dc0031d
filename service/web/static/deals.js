// The games that this device deals, the last one first, one for each length. The service keeps nothing of them.

import { HIDDEN } from "./pattern.js";
import { remember, remembered } from "./remembered.js";

const deals = () => remembered("deals", []);
const others = (length) => deals().filter((deal) => deal.length !== length);

export const lastDeal = () => deals()[0];
export const dealOf = (length) => deals().find((deal) => deal.length === length);
export const keepDeal = (deal) => remember("deals", [deal, ...others(deal.length)]);

// How many games were dealt to an end, and in how many the guesser hung.
export const countOfDeals = () => remembered("dealt", { dealt: 0, hung: 0 });

// A game that has come to an end, counted once: it may go on and end again.
export function counted(deal, isHung) {
  const { dealt, hung } = countOfDeals();
  if (!deal.counted) remember("dealt", { dealt: dealt + 1, hung: hung + (isHung ? 1 : 0) });
  return { ...deal, counted: true };
}

// A game that is hanged or found is not gone on with.
export const isGoingOn = (deal) => Boolean(deal?.answers.length) && !deal.hanged && patternOf(deal).includes(HIDDEN);

export const patternOf = ({ length, answers }) =>
  answers.reduce(
    (pattern, { letter, positions }) => pattern.map((shown, place) => (positions.includes(place) ? letter : shown)),
    Array(length).fill(HIDDEN),
  ).join("");
