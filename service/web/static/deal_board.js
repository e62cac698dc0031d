// The board of a game that the player deals: what the guesser asks, its misses, the words left, and the answers.

import { answerText } from "./answers.js";
import { BEST, dealerName } from "./choices.js";
import { isHung, missesOf, patternOf } from "./deals.js";
import { isForced, sinceChoice } from "./dealt.js";
import { dealtStrip } from "./dealt_strip.js";
import { el } from "./dom.js";
import { drawing } from "./drawing.js";
import { t } from "./language.js";
import { tallies } from "./misses.js";
import { pattern, spokenPattern } from "./pattern.js";
import { wordsLeft } from "./words_left.js";

// `table` is where the cards lie.
export function dealBoard(page, writing, table) {
  const heading = el("h1", { tabindex: -1 });
  const counts = el("div", { class: "counts" });
  const word = el("div", { class: "word" });
  const strip = dealtStrip(writing);
  let [picture, left] = [drawing(), wordsLeft(1)];
  const node = el("div", { class: "board dealing" },
    el("div", { class: "side" }, el("div", { class: "facts" }, heading, counts), picture.node),
    el("div", { class: "play" }, left.node, word, page.status, page.trouble, table), strip.node);

  // Shows a game that begins, goes on, or went back by one answer.
  function restart(deal) {
    const before = left.node;
    left = wordsLeft(deal.words.length);
    before.replaceWith(left.node);
    for (let count = 0; count <= deal.answers.length; count += 1) left.update(moment(deal, count));
    heading.textContent = `${t("youDeal")}.`;
    page.say();
    update(deal);
  }

  function update(deal) {
    const misses = missesOf(deal);
    const shown = { misses, max_misses: Math.max(misses, deal.goal), status: isHung(deal) ? "lost" : "in_progress" };
    picture.update(shown);
    left.update(moment(deal, deal.answers.length));
    counts.replaceChildren(el("p", { class: "broad" }, `${t("youDeal")}.`), ...[tallies(shown)].filter(Boolean), el("p", {}, aim(deal, misses)));
    word.replaceChildren(pattern({ pattern: patternOf(deal), word: null, writing }));
    strip.update(deal);
  }

  // “Force 9 misses. Nemesis, who plays best, forces 11.”, and later “4 of 9 misses.”
  function aim({ goal, most, answers }, misses) {
    const values = { n: misses, goal, most, dealer: dealerName({ name: BEST }) };
    if (misses >= goal) return t("goalReached", values);
    return answers.length ? t("goalSoFar", values) : t("goal", { ...values, n: goal });
  }

  // The heading of the first question introduces the guesser. Then the last answer and the new question are said; where there is
  // room, also how many words fit.
  function ask(deal, question) {
    const letter = writing.capitals(question.letter);
    const [last, forced] = sinceChoice(deal);
    const said = [last && answerText(last, writing), forced.length > 0 && forcedText(forced)].filter(Boolean);
    const answer = said.length > 0 && `${said.join(" ")} `;
    const only = isForced(question) && ` ${t("onlyAnswerLeft", { letter })}`;
    strip.ask(question);
    heading.textContent = t(answer ? "asks" : "asksFirst", { letter });
    page.say(
      el("span", { class: "narrow" }, answer, !only && (answer ? t("believed", { letter }) : t("whatDoYouSay")), only),
      el("span", { class: "broad" }, answer, !only && (deal.isHard ? t("whatDoYouSay") : t("onlyThatFit", { n: question.words_before })), !answer && ` ${t("aFamily")}`, only),
      spokenPattern({ pattern: patternOf(deal), writing }));
  }

  // “Yes: R, third. That was the only answer.”
  function forcedText(answers) {
    return t("forcedAnswers", { n: answers.length, answers: answers.map((answer) => answerText(answer, writing)).join(" ") });
  }

  // The player may have chosen another drawing.
  function redraw(deal) {
    const before = picture.node;
    picture = drawing();
    before.replaceWith(picture.node);
    update(deal);
  }

  // The game after `count` answers, as far as the bar of words left needs it. A hard game has no such bar.
  function moment({ words, answers, isHard }, count) {
    const last = answers[count - 1];
    return { version: count, insight: isHard ? null : { words_left: last?.words_left ?? words.length }, last_guess: last };
  }

  return { node, restart, update, ask, redraw };
}
