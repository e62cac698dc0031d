// The screen of a game that the player deals: a guesser guesses letters, and the player chooses the answers.

import * as api from "./api.js";
import { ofThisLanguage, standard } from "./choices.js";
import { dealBoard } from "./deal_board.js";
import { dealEnd } from "./deal_end.js";
import { answered, counted, dealOf, isFound, isGoingOn, keepDeal, known, lastDeal, missesOf, newDeal } from "./dealt.js";
import { drawn, el, silent } from "./dom.js";
import { familyCards } from "./family_cards.js";
import { BEST, LARGEST, nextQuestion, parOf, playPar } from "./guesser.js";
import { typed } from "./keys.js";
import { t } from "./language.js";
import { move } from "./motion.js";
import { openSettings } from "./settings.js";
import { Writing } from "./writing.js";

const [SHORTEST, USUAL, LONGEST] = [6, 7, 8]; // letters
const FIGURES = new Writing({ alphabet: "123456789" });
const SILENCE = 1000; // milliseconds until screen readers announce that the guesser is thinking

// The address names the length. A game that this device has not ended goes on.
export async function dealScreen(page, address) {
  const words = await wordsToDeal(page.patience);
  page.signal.throwIfAborted();
  const lengths = words.lengths.map(({ length }) => length).filter((length) => length >= SHORTEST && length <= LONGEST);
  if (!lengths.length) throw new api.Problem({ code: "no-words-of-length" });
  const table = el("div", { class: "table", tabindex: -1 });
  const board = dealBoard(page, words, table);
  const pending = new Set(); // lengths at which the service's dealers are playing for comparison
  let deal = dealAt(address, words, lengths);
  let question = null;
  let cards = null; // null while no answer can be given
  let before = null; // the game and its question before the last answer, which can be taken back until the next one
  let isStored = true; // on this device
  let loading = Promise.resolve();

  typed(FIGURES, (figure) => cards?.press(figure - 1), page.signal);
  document.addEventListener("settings", () => board.redraw(deal, parts()), { signal: page.signal });
  window.addEventListener("storage", catchUp, { signal: page.signal });
  await begin();

  // Takes over the game of another tab in which it has gone on.
  function catchUp() {
    const stored = dealOf(deal.length);
    if (!stored || JSON.stringify(stored.answers) === JSON.stringify(deal.answers)) return;
    deal = stored;
    begin().catch(page.failed);
  }

  // Shows the game, and lets the service's dealers play the same one for comparison.
  async function begin() {
    before = question = cards = null;
    history.replaceState(history.state, "", `#/deal?${deal.length}`);
    playPars(deal).catch(ignored);
    if (isOver() && parts()) return end();
    table.replaceChildren();
    board.restart(deal, parts());
    page.show(board.node);
    return advance();
  }

  function restart(next) {
    deal = next;
    isStored = keepDeal(deal);
    begin().catch(page.failed);
  }

  // Shows the next question, or the end.
  async function advance() {
    if (isFound(deal) && !parts() && pending.has(deal.length)) await new Promise((come) => document.addEventListener("par", come, { signal: page.signal }));
    if (isOver()) return end();
    question ??= await ask();
    if (question) return lay();
    return restart({ ...newDeal(words, deal.length), isAnother: true });
  }

  // Requests the next question. Screen readers announce it at once, even while cards are moving.
  async function ask() {
    const silence = setTimeout(board.think, SILENCE);
    const asking = nextQuestion(known(deal), patience());
    loading = asking.catch(() => {});
    try {
      const next = await asking;
      if (next) board.announce(deal, next);
      return next;
    } finally {
      clearTimeout(silence);
    }
  }

  // Lays the cards of the question on the table.
  function lay() {
    const isHere = [document.body, table].includes(document.activeElement) || table.contains(document.activeElement);
    board.ask(question, !deal.answers.length);
    cards = familyCards(question, words.writing, (family) => give(family).catch(page.failed));
    const tools = el("div", { class: "deal-tools" }, before ? el("button", { type: "button", class: "take-back", click: takeBack }, t("takeItBack")) : deal.answers.length ? null : lengthChoice(),
      el("button", { type: "button", class: "broad", click: openSettings }, t("settings")));
    table.replaceChildren(...[cards.node, cards.more, tools].filter(Boolean));
    if (!isStored) page.trouble.textContent = t("notKept");
    move(table, { transform: ["translateY(6px)", "none"], opacity: [0, 1] }, 160);
    if (isHere && deal.answers.length) cards.node.firstChild.focus({ preventScroll: true });
  }

  async function give(family) {
    if (!cards) return;
    const leaving = cards.leave(family, table, page.signal);
    cards = null;
    if (table.contains(document.activeElement)) table.focus({ preventScroll: true });
    for (const part of table.children) part.inert = true; // not the table: it may have the focus
    before = { deal, question };
    deal = answered(deal, question, family, words);
    isStored = keepDeal(deal);
    question = null;
    const next = isOver() ? null : ask();
    drawn().then(() => board.update(deal, parts())); // the card has a frame of its own
    await Promise.all([leaving.then(() => question ?? think()), next?.then((upcoming) => (question = upcoming))]);
    if (!page.signal.aborted) await advance();
  }

  function think() {
    table.replaceChildren(silent("", { class: "thinking dots" }, el("i"), el("i"), el("i")));
  }

  function takeBack() {
    ({ deal, question } = before);
    before = null;
    keepDeal(deal);
    board.restart(deal, parts());
    board.announce(deal, question);
    lay();
    cards.node.firstChild.focus({ preventScroll: true });
  }

  function parts() {
    const par = parOf(deal, LARGEST);
    return par === undefined ? undefined : par + 1;
  }

  function isHung() {
    return missesOf(deal) >= parts(); // false until the parts are known
  }

  function isOver() {
    return isFound(deal) || (isHung() && !deal.onward);
  }

  // The service's dealers play, one after the other. The first result decides how many parts the drawing has.
  async function playPars({ length, ...game }) {
    if (pending.has(length)) return;
    pending.add(length);
    try {
      for (const dealer of [LARGEST, BEST]) {
        if (parOf({ ...game, length }, dealer) !== undefined) continue;
        await playPar({ ...game, length }, dealer, words, { idle: () => loading, signal: page.signal });
        if (board.node.isConnected) board.update(deal, parts());
        document.dispatchEvent(new Event("par"));
        if (cards && isOver()) end();
      }
    } finally {
      pending.delete(length);
    }
  }

  // Shows the end, in a later frame than the last answer.
  async function end() {
    cards = null;
    await drawn();
    if (page.signal.aborted) return;
    deal = { ...counted(deal, isHung()), hanged: isHung() };
    keepDeal(deal);
    page.say();
    page.show(dealEnd(page, deal, { writing: words.writing, isHung: isHung(), parts: parts(), lengths }, {
      again: (length) => restart(newDeal(words, length)),
      onward: () => restart({ ...deal, hanged: false, onward: true }),
    }));
  }

  // Before the first answer, the player can choose another length.
  function lengthChoice() {
    const option = (length) => el("option", { value: length, selected: length === deal.length }, t("letters", { n: length }));
    const change = ({ currentTarget }) => restart(newDeal(words, Number(currentTarget.value)));
    return lengths.length > 1 && el("select", { "aria-label": t("length"), change }, lengths.map(option));
  }

  // Before the first answer, no move can be stored: the message is that of a start.
  function patience() {
    const waiting = (why) => page.patience.waiting(why, deal.answers.length ? "guess" : "start");
    return { signal: page.signal, waiting };
  }

  // If the results of the dealers cannot be loaded, the game goes on without them.
  function ignored(error) {
    if (page.signal.aborted) return;
    if (!(error instanceof api.Problem)) throw error;
    document.dispatchEvent(new Event("par"));
  }
}

// The game with the length in the address, or the unfinished one, or a new one.
function dealAt(address, words, lengths) {
  const wanted = lengths.find((length) => String(length) === address);
  const stored = wanted ? dealOf(wanted) : lastDeal();
  const isSame = stored?.fingerprint === words.fingerprint;
  if (isSame && (wanted || isGoingOn(stored))) return stored;
  const length = wanted ?? [stored?.length, USUAL, lengths[0]].find((each) => lengths.includes(each));
  return { ...newDeal(words, length), ...(!isSame && isGoingOn(stored) && { isAnother: true }) };
}

async function wordsToDeal(patience) {
  const [all, name] = await Promise.all([api.dictionaries(patience), ofThisLanguage(patience)]);
  return all.find((one) => one.name === name) ?? standard(all);
}
