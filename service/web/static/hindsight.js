// A game that the player has dealt, beside the best play: which answer cost the most misses.

import { asked } from "./dealt.js";
import { ANY, missesForced, nextQuestion } from "./guesser.js";

// The answer that cost the most misses, if everything after it is played as well as can be; undefined if none cost any.
// `turn` is awaited before each answer: the first takes some milliseconds.
export async function mistakeOf(deal, turn) {
  let worst;
  for (const [nth, { family_count: count }] of deal.answers.entries()) {
    if (count < 2) continue;
    await turn();
    const choice = choiceAt(deal, nth);
    if (choice.cost > (worst?.cost ?? 0)) worst = choice;
  }
  return worst;
}

// The answer that was given, the best one, which is the largest family of those, and how many misses lie between them.
function choiceAt(deal, nth) {
  const before = { ...deal, answers: deal.answers.slice(0, nth) };
  const { letter, families } = nextQuestion(before);
  const given = deal.answers[nth].positions.join();
  const forced = families.map(({ positions, words }) =>
    ({ positions, misses: (positions.length ? 0 : 1) + missesForced(words, ANY, [...asked(before), letter]) }));
  const ours = forced.find(({ positions }) => positions.join() === given);
  const best = forced.reduce((most, family) => (family.misses > most.misses ? family : most));
  return { letter, ours, best, cost: best.misses - ours.misses };
}
