// The screen of a game that the player deals: a guesser asks for letters, and the player chooses the answers.

import { ofThisLanguage, standard } from "./choices.js";
import { today } from "./daily.js";
import { dealBoard } from "./deal_board.js";
import { dealEnd } from "./deal_end.js";
import { dealOf, keepDeal, lastDeal, phaseOf } from "./deals.js";
import { counted, isForced, moved, newDeal } from "./dealt.js";
import { drawn, el, spoken } from "./dom.js";
import { familyCards } from "./family_cards.js";
import { nextQuestion } from "./guesser.js";
import { Problem } from "./hangman.js";
import { typed } from "./keys.js";
import { t } from "./language.js";
import { isStill, move } from "./motion.js";
import * as service from "./service.js";
import { openSettings } from "./settings.js";
import { todaysWords } from "./todays_words.js";
import { Writing } from "./writing.js";

const [SHORTEST, LONGEST] = [4, 6]; // letters: the guesser misses most in short words
const BEAT = 1200; // milliseconds that an answer without another is shown until it gives itself
const FIGURES = new Writing({ alphabet: "123456789" });

// The address names the length. Today's game of that length goes on, or shows how it ended.
export async function dealScreen(page, address) {
  const dictionary = await dictionaryToDeal(page.patience);
  page.signal.throwIfAborted();
  const { writing } = dictionary;
  const lengths = dictionary.lengths.map(({ length }) => length).filter((length) => length >= SHORTEST && length <= LONGEST);
  if (!lengths.length) throw new Problem({ code: "no-words-of-length" });
  const table = el("div", { class: "table", tabindex: -1 });
  const board = dealBoard(page, writing, table);
  const SCREENS = { asking, hanged: end, found: end }; // by phase
  let state = { deal: await dealAt(address), before: null };
  let cards = null; // null while no answer can be given
  let beat = null; // the timer of an answer that gives itself
  let isStored = keepDeal(state.deal); // on this device

  typed(FIGURES, (figure) => cards?.press(figure - 1), page.signal);
  document.addEventListener("settings", () => board.redraw(state.deal), { signal: page.signal });
  window.addEventListener("storage", catchUp, { signal: page.signal });
  page.signal.addEventListener("abort", () => clearTimeout(beat), { once: true });
  begin();

  // The game with the length in the address, or the last one, or a new one.
  async function dealAt(wanted) {
    const length = lengths.find((each) => String(each) === wanted) ?? [lastDeal()?.length, lengths[0]].find((each) => lengths.includes(each));
    return dealOf(length) ?? dealAgain(length);
  }

  // Today's words of a length, from the start.
  async function dealAgain(length) {
    const isHard = lastDeal()?.isHard;
    const { words, goal, classic, most } = dealOf(length) ?? (await todaysWords(dictionary, length, today(), page.patience));
    return newDeal(length, { words, goal, classic, most }, isHard);
  }

  function begin() {
    history.replaceState(history.state, "", `#/deal?${state.deal.length}`);
    table.replaceChildren();
    board.restart(state.deal);
    show();
  }

  function show() {
    cards = null;
    clearTimeout(beat);
    SCREENS[phaseOf(state.deal)]();
  }

  function take(name, ...values) {
    state = moved(state, name, ...values);
    isStored = keepDeal(state.deal);
  }

  function restart(length) {
    dealAgain(length).then((deal) => {
      state = { deal, before: null };
      isStored = keepDeal(deal);
      begin();
    }).catch(page.failed);
  }

  // Takes over the game of another tab in which it has gone on.
  function catchUp() {
    const stored = dealOf(state.deal.length);
    if (!stored || JSON.stringify(stored) === JSON.stringify(state.deal)) return;
    state = { deal: stored, before: null };
    begin();
  }

  // Lays the cards of the next question on the table. An answer without another gives itself: after a beat, or at once where
  // nothing moves.
  function asking() {
    const question = nextQuestion(state.deal);
    if (isForced(question) && isStill()) {
      take("answer", question, question.families[0]);
      board.update(state.deal);
      return show();
    }
    const { deal, before } = state;
    const isHere = [document.body, table].includes(document.activeElement) || table.contains(document.activeElement);
    if (!board.node.isConnected) page.show(board.node);
    board.ask(deal, question);
    const order = { writing, seed: `${deal.date} ${deal.answers.length}`, isHard: deal.isHard };
    cards = familyCards(question, order, (family) => give(question, family).catch(page.failed));
    const choices = before ? [el("button", { type: "button", class: "take-back", click: takeBack }, t("takeItBack"))]
      : deal.answers.length ? [] : [hardChoice(), lengthChoice()];
    const tools = el("div", { class: "deal-tools" }, choices, el("button", { type: "button", class: "broad", click: () => openSettings(page) }, t("settings")));
    const advice = el("p", { class: "note advice" }, el("span", { class: "narrow" }, t("aFamily"), " "), t("missTeaches"));
    table.replaceChildren(...[cards.node, cards.more, tools, advice].filter(Boolean));
    page.trouble.textContent = isStored ? "" : t("notKept");
    move(table, { transform: ["translateY(6px)", "none"], opacity: [0, 1] }, 160);
    if (isHere && deal.answers.length) cards.node.firstChild.focus({ preventScroll: true });
    if (isForced(question)) beat = setTimeout(() => cards?.press(0), BEAT);
  }

  // The answer is stored at once; then its card is filled, and the table slides off.
  async function give(question, family) {
    if (!cards) return;
    const leaving = cards.leave(family, table, page.signal);
    cards = null;
    if (table.contains(document.activeElement)) table.focus({ preventScroll: true });
    for (const part of table.children) part.inert = true; // not the table: it may have the focus
    take("answer", question, family);
    drawn().then(() => board.update(state.deal)); // the card has a frame of its own
    await leaving;
    if (!page.signal.aborted) show();
  }

  function takeBack() {
    take("takeBack");
    board.restart(state.deal);
    show();
    cards.node.firstChild.focus({ preventScroll: true });
  }

  // Shows the end, in a later frame than the last answer.
  async function end() {
    await drawn();
    if (page.signal.aborted) return;
    state.deal = counted(state.deal);
    keepDeal(state.deal);
    page.say();
    page.show(dealEnd(page, state.deal, { writing, lengths }, {
      again: restart,
      onward: () => {
        take("goOn");
        begin();
      },
    }));
  }

  // Before the first answer, the player can hide the numbers of words, and choose another length.
  function hardChoice() {
    const change = ({ currentTarget }) => {
      take("choose", currentTarget.checked);
      begin();
      table.querySelector("input").focus({ preventScroll: true });
    };
    return el("label", { class: "switch" }, el("input", { type: "checkbox", checked: state.deal.isHard, change }), t("hardDeal"), spoken(t("hardHides")));
  }

  function lengthChoice() {
    const option = (length) => el("option", { value: length, selected: length === state.deal.length }, t("letters", { n: length }));
    const change = ({ currentTarget }) => restart(Number(currentTarget.value));
    return lengths.length > 1 && el("select", { "aria-label": t("length"), change }, lengths.map(option));
  }
}

async function dictionaryToDeal(patience) {
  const [all, name] = await Promise.all([service.dictionaries(patience), ofThisLanguage(patience)]);
  return all.find((one) => one.name === name) ?? standard(all);
}
