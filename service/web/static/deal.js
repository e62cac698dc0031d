// The screen of a game that the player deals: a guesser asks for letters, and the player chooses what it is told.

import * as api from "./api.js";
import { ofThisLanguage, standard } from "./choices.js";
import { dealBoard } from "./deal_board.js";
import { dealEnd } from "./deal_end.js";
import { answered, counted, dealOf, isFound, isGoingOn, keepDeal, known, lastDeal, missesOf, newDeal } from "./dealt.js";
import { drawn, el, seen } from "./dom.js";
import { familyCards } from "./family_cards.js";
import { BEST, LARGEST, nextQuestion, parOf, playPar } from "./guesser.js";
import { typed } from "./keys.js";
import { t } from "./language.js";
import { move } from "./motion.js";
import { openSettings } from "./settings.js";

const [SHORTEST, USUAL, LONGEST] = [6, 7, 8]; // letters
const FIGURES = "123456789";
const SILENCE = 1000; // milliseconds: then those who hear the page are told that the guesser is thinking

// The address names the length. A game that this device has not ended goes on.
export async function dealScreen(page, address) {
  const words = await wordsToDeal(page.patience);
  const lengths = words.lengths.map(({ length }) => length).filter((length) => length >= SHORTEST && length <= LONGEST);
  if (!lengths.length) throw new api.Problem({ code: "no-words-of-length" });
  const table = el("div", { class: "table" });
  const board = dealBoard(page, words, table);
  const played = new Set(); // lengths that the service's dealers are playing for us
  let deal = dealAt(address, words, lengths);
  let question = null;
  let cards = null; // as long as one of them can be given
  let before = null; // the game before the last answer, and its question: it can be taken back until the next
  let isKept = true; // by this device
  let loading = Promise.resolve();

  typed({ alphabet: FIGURES, language: words.language }, (figure) => cards?.press(figure - 1), page.signal);
  document.addEventListener("settings", () => board.redraw(deal, parts()), { signal: page.signal });
  window.addEventListener("storage", catchUp, { signal: page.signal });
  await begin();

  // In another tab the game has gone on: so it does here.
  function catchUp() {
    const kept = dealOf(deal.length);
    if (!kept || JSON.stringify(kept.answers) === JSON.stringify(deal.answers)) return;
    deal = kept;
    begin().catch(page.failed);
  }

  // Shows the game as it stands, and lets the service's dealers play the same one.
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
    isKept = keepDeal(deal);
    begin().catch(page.failed);
  }

  // The next question, or the end.
  async function advance() {
    if (isFound(deal) && !parts() && played.has(deal.length)) await new Promise((come) => document.addEventListener("par", come, { signal: page.signal }));
    if (isOver()) return end();
    question ??= await ask();
    if (question) return lay();
    return restart({ ...newDeal(words, deal.length), isAnother: true });
  }

  // It is said at once, whatever moves.
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
    cards = familyCards(question, words.language, (family) => give(family).catch(page.failed));
    const tools = el("div", { class: "deal-tools" }, before ? el("button", { type: "button", class: "take-back", click: takeBack }, t("takeItBack")) : deal.answers.length ? null : lengthChoice(),
      el("button", { type: "button", class: "broad", click: openSettings }, t("settings")));
    table.replaceChildren(...[cards.node, cards.more, tools].filter(Boolean));
    table.inert = false;
    if (!isKept) page.trouble.textContent = t("notKept");
    move(table, { transform: ["translateY(6px)", "none"], opacity: [0, 1] }, 160);
    if (isHere && deal.answers.length) cards.node.firstChild.focus({ preventScroll: true });
  }

  async function give(family) {
    if (!cards) return;
    const leaving = cards.leave(family, table, page.signal);
    cards = null;
    table.inert = true;
    before = { deal, question };
    deal = answered(deal, question, family, words.alphabet);
    isKept = keepDeal(deal);
    question = null;
    const next = isOver() ? null : ask();
    drawn().then(() => board.update(deal, parts())); // the card has a frame of its own
    await Promise.all([leaving.then(() => question ?? think()), next?.then((one) => (question = one))]);
    if (!page.signal.aborted) await advance();
  }

  function think() {
    table.replaceChildren(seen("", { class: "thinking dots" }, el("i"), el("i"), el("i")));
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
    return missesOf(deal) >= parts(); // false as long as the parts are not known
  }

  function isOver() {
    return isFound(deal) || (isHung() && !deal.onward);
  }

  // The service's dealers play, one after the other; the first says how many parts the gallows has.
  async function playPars({ length, ...game }) {
    if (played.has(length)) return;
    played.add(length);
    try {
      for (const dealer of [LARGEST, BEST]) {
        if (parOf({ ...game, length }, dealer) !== undefined) continue;
        await playPar({ ...game, length }, dealer, words, { idle: () => loading, signal: page.signal });
        if (board.node.isConnected) board.update(deal, parts());
        document.dispatchEvent(new Event("par"));
        if (cards && isOver()) end();
      }
    } finally {
      played.delete(length);
    }
  }

  // The end has frames of its own, after that of the last answer.
  async function end() {
    cards = null;
    await drawn();
    if (page.signal.aborted) return;
    deal = { ...counted(deal, isHung()), hanged: isHung() };
    keepDeal(deal);
    page.say();
    page.show(dealEnd(page, deal, { language: words.language, isHung: isHung(), parts: parts(), lengths }, {
      again: (length) => restart(newDeal(words, length)),
      onward: () => restart({ ...deal, hanged: false, onward: true }),
    }));
  }

  // The first question can be one of another length.
  function lengthChoice() {
    const option = (length) => el("option", { value: length, selected: length === deal.length }, t("letters", { n: length }));
    const change = ({ currentTarget }) => restart(newDeal(words, Number(currentTarget.value)));
    return lengths.length > 1 && el("select", { "aria-label": t("length"), change }, lengths.map(option));
  }

  // Before the first question there is no move that could be kept.
  function patience() {
    const waiting = (why) => page.patience.waiting(why, deal.answers.length ? "guess" : "start");
    return { signal: page.signal, waiting };
  }

  // If the figures of the dealers cannot be had, the game goes on without them.
  function ignored(error) {
    if (page.signal.aborted) return;
    if (!(error instanceof api.Problem)) throw error;
    document.dispatchEvent(new Event("par"));
  }
}

// The game that the address names by its length, or the one that was not ended, or a new one.
function dealAt(address, words, lengths) {
  const asked = lengths.find((length) => String(length) === address);
  const stored = asked ? dealOf(asked) : lastDeal();
  const isSame = stored?.fingerprint === words.fingerprint;
  if (isSame && (asked || isGoingOn(stored))) return stored;
  const length = asked ?? [stored?.length, USUAL, lengths[0]].find((one) => lengths.includes(one));
  return { ...newDeal(words, length), ...(!isSame && isGoingOn(stored) && { isAnother: true }) };
}

async function wordsToDeal(patience) {
  const [all, name] = await Promise.all([api.dictionaries(patience), ofThisLanguage(patience)]);
  return all.find((one) => one.name === name) ?? standard(all);
}
