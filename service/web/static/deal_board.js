// The board of a game that the player deals: what the guesser asks, its misses, the words left, and the answers.

import { answerText } from "./answers.js";
import { missesOf, patternOf } from "./dealt.js";
import { dealtStrip } from "./dealt_strip.js";
import { el, spoken } from "./dom.js";
import { drawing } from "./drawing.js";
import { t } from "./language.js";
import { tallies } from "./misses.js";
import { capital, pattern, spokenPattern } from "./pattern.js";
import { wordsLeft } from "./words_left.js";

const UNKNOWN = 8; // parts of the drawing, until their number is known

// The second argument is the dictionary; `table` is where the cards lie.
export function dealBoard(page, { language, lengths }, table) {
  const heading = el("h1", { tabindex: -1 });
  const counts = el("div", { class: "counts" });
  const word = el("div", { class: "word" });
  const strip = dealtStrip(language);
  let [picture, left] = [drawing(), wordsLeft(1)];
  const node = el("div", { class: "board dealing" },
    el("div", { class: "side" }, el("div", { class: "facts" }, heading, counts), picture.node),
    el("div", { class: "play" }, left.node, word, page.status, page.trouble, table), strip.node);

  // Shows a game that begins, goes on, or went back by one answer.
  function restart(deal, parts) {
    const before = left.node;
    left = wordsLeft(sizeOf(deal));
    before.replaceWith(left.node);
    for (let count = 0; count <= deal.answers.length; count += 1) left.update(moment(deal, count));
    heading.textContent = `${t("youDeal")}.`;
    page.say();
    update(deal, parts);
  }

  // `parts` is how many misses hang the guesser; undefined until that is known.
  function update(deal, parts) {
    const misses = missesOf(deal);
    const isHung = misses >= parts;
    const shown = { misses: parts ? Math.min(misses, parts) : 0, max_misses: parts ?? UNKNOWN, status: isHung ? "lost" : "in_progress" };
    const count = isHung ? t(misses > parts ? "missesBeyond" : "missesOfIt", { n: misses, parts }) : t("missesLeftToIt", { n: parts - misses });
    picture.update(shown);
    left.update(moment(deal, deal.answers.length));
    counts.replaceChildren(el("p", { class: "broad" }, `${t("youDeal")}.`), ...(parts ? [tallies(shown), el("p", {}, count)] : []));
    word.replaceChildren(pattern({ pattern: patternOf(deal), word: null }, language));
    strip.update(deal, sizeOf(deal));
  }

  // The heading of the first question introduces the guesser.
  function ask(question, isFirst) {
    strip.ask(question);
    heading.textContent = t(isFirst ? "asksFirst" : "asks", { letter: capital(question.letter, language) });
  }

  // Says the last answer and the new question; where there is room, also how many words fit.
  function announce(deal, question) {
    const letter = capital(question.letter, language);
    const last = deal.answers.at(-1);
    const first = deal.isAnother ? `${t("wordsChanged")} ` : last ? `${answerText(last, language)} ` : null;
    const only = question.family_count === 1 && ` ${t("onlyAnswerLeft")}`;
    page.say(
      el("span", { class: "narrow" }, first, last ? t("believed", { letter }) : t("whatDoYouSay"), only),
      el("span", { class: "broad" }, first, t("onlyThatFit", { n: question.words_before }), !last && ` ${t("aFamily")}`, only),
      spokenPattern({ pattern: patternOf(deal) }, language));
  }

  const think = () => page.status.append(spoken(` ${t("thinking")}`));

  // The player may have chosen another drawing.
  function redraw(deal, parts) {
    const before = picture.node;
    picture = drawing();
    before.replaceWith(picture.node);
    update(deal, parts);
  }

  const sizeOf = ({ length }) => lengths.find((one) => one.length === length).word_count;

  // The game after `count` answers, as far as the bar of words left needs it.
  function moment(deal, count) {
    const last = deal.answers[count - 1];
    return { version: count, insight: { words_left: last?.words_left ?? sizeOf(deal) }, last_guess: last };
  }

  return { node, restart, update, ask, announce, think, redraw };
}
