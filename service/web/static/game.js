// The screen of a game: the word, the drawing, the guesses and their answers.

import * as api from "./api.js";
import { answerText, rememberAnswers } from "./answers.js";
import { callLine } from "./call.js";
import { dealerName, wordsOf } from "./choices.js";
import { isOfToday } from "./daily.js";
import { el, seen, spoken } from "./dom.js";
import { drawing, verdict } from "./drawing.js";
import { follow } from "./follow.js";
import { keyboard, typed } from "./keys.js";
import { percent, t } from "./language.js";
import { loadLazy } from "./load_lazy.js";
import { counts, countsText } from "./misses.js";
import { canBe, capital, capitals, dropIn, pattern, spokenPattern, wrongWords } from "./pattern.js";
import { keepPlaying, playing } from "./playing.js";
import { queueOf } from "./queue.js";
import { openSettings, setting } from "./settings.js";
import { speller } from "./speller.js";
import { strip } from "./strip.js";
import { wordsLeft } from "./words_left.js";

const MISSED = 12; // milliseconds that a phone vibrates
const SILENCE = 1000; // milliseconds: then those who hear the page are told that the dealer is looking

// Shows the game with this id; `begun` is the game and its ETag where they are known already, `isSet`
// tells that a friend set the word.
export async function gameScreen(page, id, begun, isSet) {
  const path = `games/${id}`;
  const look = () => api.get(path, page.patience);
  let [{ content: game, etag }, dictionaries] = await Promise.all([
    begun ?? look(),
    api.dictionaries(page.patience),
  ]);
  const { dictionary, count } = wordsOf(game, dictionaries);
  const { language } = dictionary;

  const queue = queueOf((guess) => send(guess).catch(page.failed), () => {
    keepQueue();
    showQueue();
  });
  const { dealer } = playing(id);
  const counted = counts(dealer && el("p", { class: "quiet" }, t("dealerIs", { dealer: dealerName({ name: dealer }) })));
  const left = wordsLeft(count);
  const call = callLine();
  const answers = strip(language);
  const isDays = game.daily && isOfToday(game.daily);
  const heading = el("h1", { tabindex: -1 },
    isDays ? `${t("todaysGame")}: ${t("letters", { n: game.length })}` : t("heading", { n: game.length }));
  const word = el("div", { class: "word" });
  const wrong = el("p", { class: "note" });
  const whole = speller(word, language,
    { fits: (one) => canBe(one, game), offer: (one) => offer({ word: one }), say: page.say }, page.signal);
  let keys = keyboard(dictionary, offerLetter, whole.arm);
  let picture = drawing();
  const controls = el("div", { class: "controls" }, keys.node, whole.node, tools());
  const board = el("div", { class: "board" },
    el("div", { class: "side" }, picture.node, el("div", { class: "facts" }, heading, counted.node)),
    el("div", { class: "play" }, left.node, word, page.status, page.trouble, call.node, wrong, controls),
    answers.node);

  page.show(board);
  for (const soon of [loadLazy(), api.dealers(page.patience)]) soon.catch(() => {}); // tried again at the end
  update();
  typed(dictionary, offerLetter, page.signal);
  document.addEventListener("settings", rebuild, { signal: page.signal });
  if (game.status === "in_progress") goOn();
  else await end(null);
  await follow(game.watch_id, {
    version: () => game.status === "in_progress" && etag,
    changed: hear,
    idle: queue.idle,
    signal: page.signal,
  });

  // What waited when this device left the game is sent now, if it was not.
  function goOn() {
    page.say(...begin());
    const said = [...game.guessed_letters, ...game.wrong_words];
    playing(id).waiting.filter((guess) => !said.includes(guess.letter ?? guess.word)).forEach(offer);
  }

  function offerLetter(letter) {
    if (game.status !== "in_progress") return;
    if (whole.isOn()) whole.type(letter);
    else if (game.guessed_letters.includes(letter)) page.say(t("alreadySaid", { letter: capital(letter, language) }));
    else offer({ letter });
  }

  function offer(guess) {
    const text = ({ letter, word }) => letter ?? word;
    if (game.status === "in_progress" && !queue.waiting.map(text).includes(text(guess))) queue.offer(guess);
  }

  async function send(guess) {
    if (page.signal.aborted) return;
    let said = () => spokenAnswer(game.last_guess);
    const silence = setTimeout(() => page.status.append(spoken(t("looking"))), SILENCE);
    try {
      const waiting = (why) => page.patience.waiting(why, "guess");
      const options = { json: guess, key: api.newKey(), etag, signal: page.signal, waiting };
      ({ content: game, etag } = await api.post(`${path}/guesses`, options));
      keepPlaying(id, isSet && { set: true });
      if (guess.word) whole.answered();
      if (!game.last_guess.hit && setting("vibrate")) navigator.vibrate?.(MISSED);
    } catch (problem) {
      await lookAfter(problem);
      if (problem.status >= 500) queue.clear(); // a mistake there: what was to follow is not sent
      said = () => [page.sentence(problem)];
      if (guess.word) whole.refuse(page.sentence(problem));
    } finally {
      clearTimeout(silence);
    }
    keys.hint([]);
    await updateOrEnd(said);
  }

  // What was asked for is refused: the game may have gone on, or ended, elsewhere.
  async function lookAfter(problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    ({ content: game, etag } = await look());
  }

  // The game has gone on elsewhere, unless it is a guess from here that is on its way.
  async function hear(answer) {
    if (queue.waiting.length) return;
    const before = game;
    game = { ...game, ...answer.content };
    etag = answer.etag;
    await updateOrEnd(() => [game.version > before.version && t("elsewhere"), ...begin()]);
  }

  // `said` tells what to say of the game once it is shown.
  async function updateOrEnd(said) {
    const isOver = game.status !== "in_progress";
    if (isOver) queue.clear();
    update();
    if (game.last_guess?.hit) dropIn(word, game.last_guess);
    if (isOver) await end(board);
    else page.say(...said());
  }

  // `scene` is the board if the game has ended on it, and not before.
  async function end(scene) {
    if (!game.dealer) ({ content: game } = await look()); // who only watches is not told
    const { ending } = await loadLazy().catch(() => ({}));
    const again = () => end(scene);
    if (ending) await ending(page, { game, language, isSet, scene });
    else page.say(verdict(game), t("noConfession"), el("button", { type: "button", class: "link", click: again }, t("tryAgain")));
  }

  function update() {
    rememberAnswers(game);
    word.replaceChildren(pattern({ ...game, word: null }, language)); // who lost is asked before it shows
    whole.update(game);
    picture.update(game);
    keys.update(game, []);
    counted.update(game);
    left.update(game);
    call.update(game);
    answers.update(game);
    wrong.textContent = wrongWords(game, language);
  }

  // The drawing or the order of the keys may be another now.
  function rebuild() {
    if (game.status !== "in_progress") return;
    const [oldPicture, oldKeys] = [picture.node, keys.node];
    picture = drawing();
    keys = keyboard(dictionary, offerLetter, whole.arm);
    oldPicture.replaceWith(picture.node);
    oldKeys.replaceWith(keys.node);
    update();
    showQueue();
  }

  // Those that wait are sent although the page is closed or left.
  function keepQueue() {
    if (!page.signal.aborted && game.status === "in_progress") keepPlaying(id, { waiting: queue.waiting, ...(isSet && { set: true }) });
  }

  // What is asked and what waits is seen at once; it is said aloud when it is answered.
  function showQueue() {
    const names = queue.waiting.map((guess) => capitals(guess.letter ?? guess.word, language));
    const [asked, ...then] = names;
    keys.update(game, queue.waiting.map(({ letter }) => letter));
    if (!asked || game.status !== "in_progress") return;
    const next = then.map((name, index) => t(index ? "thenAlso" : "then", { letter: name })).join("");
    page.say(seen("", { class: "asked" }, el("b", {}, `${asked}?`), ` ${t("looking")}`),
      next && seen(`${next}.`, { class: "next" }));
  }

  function begin() {
    return game.last_guess ? spokenAnswer(game.last_guess) : [isSet && t("setForYou"), t("begun"), spokenRest()];
  }

  function spokenAnswer(guess) {
    return [
      el("b", {}, answerText(guess, language)),
      game.insight && left.said(guess.hit),
      spokenRest(),
    ];
  }

  // What stands elsewhere on the screen, for those who hear it.
  function spokenRest() {
    const rest = spokenPattern(game, language);
    rest.prepend(`${countsText(game)}. `);
    return rest;
  }

  function tools() {
    const { hard } = playing(id);
    return el("div", { class: "tools" },
      hard
        ? el("span", { class: "quiet" }, t("hardMode"))
        : el("button", { type: "button", click: () => hint().catch(page.failed) }, t("hint")),
      el("button", { type: "button", click: invite }, t("invite")),
      el("button", { type: "button", click: openSettings }, t("settings")));
  }

  function invite() {
    loadLazy().then(({ openInvitation }) => openInvitation(game), (problem) => page.say(page.sentence(problem)));
  }

  // A hint counts once for each position, however often it is asked for.
  function countHint() {
    const { hints, hinted } = playing(id);
    if (hinted !== etag) keepPlaying(id, { hints: hints + 1, hinted: etag });
  }

  async function hint() {
    try {
      const { content } = await api.get(`${path}/hint`, page.patience);
      countHint();
      const [best] = content.letters;
      const values = { letter: capital(best.letter, language), share: percent(best.share_with) };
      page.say(el("span", { class: "hinted" }, t(best.share_with === 1 ? "hintIsSure" : "hintIs", values)));
      keys.hint(content.letters);
    } catch (problem) {
      await lookAfter(problem);
      await updateOrEnd(() => [page.sentence(problem)]);
    }
  }
}
