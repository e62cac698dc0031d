// The screen of a game that the player deals: a guesser asks for letters, and the player chooses what it is told.

import * as api from "./api.js";
import { answerText } from "./answers.js";
import { ofThisLanguage, standard } from "./choices.js";
import { dealEnd } from "./deal_end.js";
import { dealOf, isGoingOn, keepDeal, lastDeal, patternOf } from "./deals.js";
import { dealtAnswers } from "./dealt_answers.js";
import { answered, isFound, known, missesOf, newDeal } from "./dealt.js";
import { el, seen, spoken } from "./dom.js";
import { drawing } from "./drawing.js";
import { familyCards } from "./family_cards.js";
import { typed } from "./keys.js";
import { t } from "./language.js";
import { tallies } from "./misses.js";
import { move } from "./motion.js";
import { BEST, LARGEST, parOf, playPar } from "./par.js";
import { capital, pattern, spokenPattern } from "./pattern.js";
import { nextQuestion } from "./question.js";
import { openSettings } from "./settings.js";
import { wordsLeft } from "./words_left.js";

const [SHORTEST, USUAL, LONGEST] = [6, 7, 8]; // letters
const FIGURES = "123456789";
const SILENCE = 1000; // milliseconds: then those who hear the page are told that the guesser is thinking

// The address names the length. A game that this device has not ended goes on.
export async function dealScreen(page, address) {
  const words = await wordsToDeal(page.patience);
  const { language } = words;
  const lengths = words.lengths.map(({ length }) => length).filter((length) => length >= SHORTEST && length <= LONGEST);
  if (!lengths.length) throw new api.Problem({ code: "no-words-of-length" });
  const heading = el("h1", { tabindex: -1 });
  const counts = el("div", { class: "counts" });
  const word = el("div", { class: "word" });
  const choice = el("div", { class: "choice" });
  const strip = dealtAnswers(language);
  let picture = drawing();
  let left = null;
  let deal = null;
  let question = null;
  let cards = null;
  let before = null; // the game before the last answer, and its question: it can be taken back until the next
  let loading = Promise.resolve();
  let isBusy = false;

  typed({ alphabet: FIGURES, language }, (figure) => !isBusy && cards?.press(figure - 1), page.signal);
  document.addEventListener("settings", redraw, { signal: page.signal });
  await begin(gameOf(address));

  function gameOf(wanted) {
    const length = lengths.includes(Number(wanted)) ? Number(wanted) : null;
    const stored = length ? dealOf(length) : lastDeal();
    const isOld = stored && stored.fingerprint !== words.fingerprint;
    if (stored && !isOld && (length || isGoingOn(stored))) return stored;
    const next = newDeal(words, length ?? (lengths.includes(stored?.length) ? stored.length : lengths.includes(USUAL) ? USUAL : lengths[0]));
    return isOld && isGoingOn(stored) ? { ...next, isAnother: true } : next;
  }

  function again(length) {
    const next = newDeal(words, length);
    keepDeal(next);
    begin(next).catch(page.failed);
  }

  // Shows a game as it stands, and lets the service's dealers play the same one.
  async function begin(game) {
    deal = game;
    before = question = cards = null;
    history.replaceState(history.state, "", `#/deal?${deal.length}`);
    const fresh = barOf(deal);
    const play = el("div", { class: "play" }, fresh.node, word, page.status, page.trouble, choice);
    left = fresh;
    page.say();
    update();
    page.show(el("div", { class: "board dealing" },
      el("div", { class: "side" }, el("div", { class: "facts" }, heading, counts), picture.node), play, strip.node));
    pars(deal).catch(ignored);
    await advance();
  }

  // The next question, or the end.
  async function advance(said = []) {
    if (isFound(deal)) await settledPar();
    if (isOver()) return end();
    question ??= await ask();
    if (!question) return again(deal.length); // the words have changed meanwhile
    showQuestion(said);
    return null;
  }

  async function ask() {
    const silence = setTimeout(() => page.status.append(spoken(` ${t("thinking")}`)), SILENCE);
    heading.textContent ||= t("youDeal");
    const asking = nextQuestion(known(deal), patience());
    loading = asking.catch(() => {});
    try {
      return await asking;
    } finally {
      clearTimeout(silence);
    }
  }

  function showQuestion() {
    const hadFocus = choice.contains(document.activeElement) || document.activeElement === document.body;
    const letter = capital(question.letter, language);
    heading.textContent = t("asks", { letter });
    page.say(...sentences(letter), spokenPattern({ pattern: patternOf(deal) }, language));
    cards = familyCards(question, language, (family) => give(family).catch(page.failed));
    choice.replaceChildren(...[cards.node, cards.more, el("div", { class: "deal-tools" }, footnote(), settings())].filter(Boolean));
    choice.inert = false;
    move(choice, { transform: ["translateY(6px)", "none"], opacity: [0, 1] }, 160);
    if (hadFocus && deal.answers.length) cards.node.firstChild.focus({ preventScroll: true });
  }

  // What was answered, and what is asked now; where there is room, how many words are behind it.
  function sentences(letter) {
    const last = deal.answers.at(-1);
    const said = last ? `${answerText(last, language)} ` : null;
    const only = question.family_count === 1 && ` ${t("onlyAnswerLeft")}`;
    const changed = deal.isAnother ? `${t("wordsChanged")} ` : null;
    return [
      el("span", { class: "narrow" }, changed, said, said ? t("believed", { letter }) : t("whatDoYouSay"), only),
      el("span", { class: "broad" }, changed, said, t("onlyThatFit", { n: question.words_before }), only),
    ];
  }

  async function give(family) {
    if (isBusy) return;
    isBusy = true;
    before = { deal, question };
    const { isAnother, ...now } = deal;
    deal = answered(now, question, family, words.alphabet);
    keepDeal(deal);
    left.update(insightOf(deal, deal.answers.length));
    update();
    question = null;
    choice.inert = true;
    try {
      const next = isOver() || isFound(deal) ? null : ask();
      await Promise.all([cards.leave(family, choice, page.signal).then(think), next?.then((one) => (question = one))]);
    } finally {
      isBusy = false;
    }
    if (!page.signal.aborted) await advance();
  }

  function think() {
    if (!question) choice.replaceChildren(seen("", { class: "thinking dots" }, el("i"), el("i"), el("i")));
  }

  function takeBack() {
    ({ deal, question } = before);
    before = null;
    keepDeal(deal);
    const fresh = barOf(deal);
    left.node.replaceWith(fresh.node);
    left = fresh;
    update();
    showQuestion();
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

  function update() {
    const misses = missesOf(deal);
    const most = parts();
    const shown = { misses: Math.min(misses, most ?? 0), max_misses: most ?? LONGEST, status: isHung() ? "lost" : "in_progress" };
    picture.update(shown);
    const count = isHung() ? t("missesOfIt", { n: misses }) : most && t("missesLeftToIt", { n: most - misses });
    counts.replaceChildren(...[el("p", { class: "broad serif" }, `${t("youDeal")}.`), most && tallies(shown), el("p", {}, count ?? "…")].filter(Boolean));
    word.replaceChildren(pattern({ pattern: patternOf(deal), word: null }, language));
    strip.update(deal, sizeOf(deal));
  }

  // The misses of the service's dealers, one after the other; the first says how many parts the gallows has.
  async function pars(game) {
    for (const dealer of [LARGEST, BEST]) {
      if (parOf(game, dealer) === undefined) await playPar(game, dealer, words, { idle, signal: page.signal });
      if (game.length !== deal.length) return;
      document.dispatchEvent(new Event("par"));
      if (!counts.isConnected) continue;
      update();
      if (!isBusy && question && isOver()) end();
    }
  }

  function idle() {
    return loading;
  }

  function settledPar() {
    if (parts() !== undefined) return null;
    think();
    return new Promise((known) => document.addEventListener("par", known, { once: true, signal: page.signal }));
  }

  function end() {
    if (isHung()) deal = { ...deal, hanged: true };
    keepDeal(deal);
    cards = null;
    page.say();
    page.show(dealEnd(page, deal, { language, isHung: isHung(), parts: parts(), lengths }, { again, onward }), page.status);
  }

  function onward() {
    const next = { ...deal, hanged: false, onward: true };
    keepDeal(next);
    begin(next).catch(page.failed);
  }

  function redraw() {
    const old = picture.node;
    picture = drawing();
    old.replaceWith(picture.node);
    update();
  }

  function barOf(game) {
    const bar = wordsLeft(sizeOf(game));
    for (let count = 0; count <= game.answers.length; count += 1) bar.update(insightOf(game, count));
    return bar;
  }

  function sizeOf({ length }) {
    return words.lengths.find((one) => one.length === length).word_count;
  }

  // What a bar wants to know of a game after so many answers.
  function insightOf(game, count) {
    const last = game.answers[count - 1];
    return { version: count, insight: { words_left: last?.words_left ?? sizeOf(game) }, last_guess: last };
  }

  // The first question can be of another length; after an answer, it can be taken back.
  function footnote() {
    if (before) return el("button", { type: "button", class: "link take-back", click: takeBack }, t("takeItBack"));
    if (deal.answers.length || lengths.length < 2) return null;
    const option = (length) => el("option", { value: length, selected: length === deal.length }, t("letters", { n: length }));
    return el("select", { class: "lengths", "aria-label": t("length"), change: ({ currentTarget }) => again(Number(currentTarget.value)) },
      lengths.map(option));
  }

  function settings() {
    return el("button", { type: "button", class: "link broad", click: openSettings }, t("settings"));
  }

  // Before the first question there is no move that could be kept.
  function patience() {
    const waiting = (why) => {
      page.patience.waiting(why);
      if (why?.status === null && !deal.answers.length) page.trouble.textContent = t("offline.start");
    };
    return { signal: page.signal, waiting };
  }

  // The figures of the dealers are left out if they cannot be had.
  function ignored(error) {
    if (!page.signal.aborted && !(error instanceof api.Problem)) throw error;
  }
}

async function wordsToDeal(patience) {
  const [all, name] = await Promise.all([api.dictionaries(patience), ofThisLanguage(patience)]);
  return all.find((one) => one.name === name) ?? standard(all);
}
