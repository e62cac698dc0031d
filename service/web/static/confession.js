// What the dealer did at each guess: a bar chart that can be read line by line.

import { el, seen, spoken } from "./dom.js";
import { number, t } from "./language.js";
import { capitals, placed } from "./pattern.js";

export function confession({ guesses }, length, language) {
  const most = guesses[0]?.words_before ?? 1;
  const share = (words) => Math.log1p(words) / Math.log1p(most); // else all but one bar are flat
  const start = el(
    "div",
    { class: "step" },
    el("span", { class: "what" }, t("confessionStart")),
    bar(1),
    el("span", { class: "words" }, number(most)),
  );
  return el(
    "section",
    { class: "confession" },
    el("h2", {}, t("confession")),
    el("p", {}, t("confessionLead")),
    el("ol", {}, el("li", {}, start), guesses.map((step) => el("li", {}, told(step)))),
  );

  function told(step) {
    const { guess, words_before: before, words_after: after } = step;
    const name = capitals(guess.letter ?? guess.word, language);
    const summary = el(
      "summary",
      { class: "step" },
      el("span", { class: "what", "aria-hidden": "true" },
        el("b", { lang: language }, name), guess.hit ? " ✓" : " ✗"),
      bar(share(after), guess.hit),
      seen(number(after), { class: "words" }),
      spoken(t("confessionStep", { guess: name, answer: t(guess.hit ? "hit" : "miss"), before, after })),
    );
    return el("details", {}, summary, ...reasons(step));
  }

  function reasons(step) {
    const { guess, families, largest_families: largest, words_after, dropped, kept } = step;
    const same = (one) => one.positions.join() === guess.positions.join();
    const shown = largest.some(same) ? largest : [...largest, { ...guess, words: words_after }];
    const all = shown.length >= families;
    const items = shown.map((one) =>
      el("li", { class: same(one) ? "chosen" : null },
        answered(guess, one.positions, length), ": ", t("words", { n: one.words }),
        same(one) && ` (${t("chosen")})`),
    );
    const words = (found) => found.map((word) => capitals(word, language)).join(", ");
    return [
      el("p", {}, t(all ? "ways" : "waysSome", { n: families })),
      el("ul", {}, items),
      dropped.length > 0 && el("p", {}, t("dropped", { words: words(dropped) })),
      kept.length > 0 &&
        el("p", {}, t(kept.length < words_after ? "kept" : "keptAll", { words: words(kept) })),
      el("p", {}, heldTo(step.misses_forced)),
    ];
  }
}

function answered(guess, positions, length) {
  if (guess.word) return t(positions.length ? "asWord" : "notWord");
  return positions.length ? t("atPlaces", placed(positions)) : t("nowhere");
}

// How many more misses perfect play would have cost; on long lists only a bound is known.
function heldTo({ lower, upper }) {
  if (lower === upper) return t("forced", { n: lower });
  return lower ? t("forcedAbout", { lower, upper }) : t("forcedAtMost", { n: upper });
}

function bar(share, hit) {
  const filled = el("span", { class: hit ? "hit" : "miss" });
  filled.style.inlineSize = `${100 * share}%`;
  return el("span", { class: "bar", "aria-hidden": "true" }, filled);
}
