// The screen of a game: the word, the drawing, the guesses and their answers.

import { answerText, rememberAnswers } from "./answers.js";
import { callLine, hasPoints } from "./call.js";
import { dealerName, wordsOf } from "./choices.js";
import { callOf, isOfToday } from "./daily.js";
import { el, silent, spoken } from "./dom.js";
import { drawing, verdict } from "./drawing.js";
import { follow } from "./follow.js";
import { Problem, newKey } from "./hangman.js";
import { keyboard, typed } from "./keys.js";
import { number, percent, t } from "./language.js";
import { loadLazy } from "./load_lazy.js";
import { counts, countsText } from "./misses.js";
import { canBe, dropIn, pattern, spokenPattern, wrongWords } from "./pattern.js";
import { keepPlaying, playing, wordSetHere } from "./playing.js";
import { queueOf } from "./queue.js";
import * as service from "./service.js";
import { openSettings, setting } from "./settings.js";
import { speller } from "./speller.js";
import { strip } from "./strip.js";
import { wordsLeft } from "./words_left.js";

const MISSED = 12; // milliseconds that a phone vibrates
const SILENCE = 1000; // milliseconds until screen readers announce that the dealer is looking

// Shows the game with this id. `begun` is the game with its ETag, if they are known already; `told`: that
// a friend set the word, or the dealer that the player chose.
export async function gameScreen(page, id, begun, told) {
  const isSet = Boolean(told.set);
  const path = `games/${id}`;
  const look = () => service.get(path, page.patience);
  const take = (answer) => ([game, etag] = [writing.game(answer.content), answer.etag]);
  let [{ content: game, etag }, dictionaries] = await Promise.all([
    begun ?? look(),
    service.dictionaries(page.patience),
  ]);
  const { dictionary, count } = wordsOf(game, dictionaries);
  const { writing } = dictionary;
  game = writing.game(game);

  const queue = queueOf((guess) => send(guess).catch(page.failed), () => {
    keepQueue();
    showQueue();
  });
  const { dealer } = { ...playing(id), ...told };
  const counted = counts(dealer && el("p", { class: "quiet" }, t("dealerIs", { dealer: dealerName({ name: dealer }) })));
  const left = wordsLeft(count);
  const call = callLine();
  const answers = strip(writing);
  const isDays = game.daily && isOfToday(game.daily);
  const heading = el("h1", { tabindex: -1 },
    isDays ? `${t("todaysGame")}: ${t("letters", { n: game.length })}` : t("heading", { n: game.length }));
  const word = el("div", { class: "word" });
  const wrong = el("p", { class: "note" });
  const whole = speller(word, writing,
    { fits: (text) => canBe(text, game), offer: (text) => offer({ word: text }), say: page.say }, page.signal);
  let keys = keyboard(writing, offerLetter, whole.arm);
  let picture = drawing();
  const controls = el("div", { class: "controls" }, keys.node, whole.node, tools());
  const board = el("div", { class: "board" },
    el("div", { class: "side" }, picture.node, el("div", { class: "facts" }, heading, counted.node)),
    el("div", { class: "play" }, left.node, word, page.status, page.trouble, call.node, wrong, controls),
    answers.node);

  page.show(board);
  for (const soon of [loadLazy(), service.dealers(page.patience)]) soon.catch(() => {}); // tried again at the end
  update();
  typed(writing, offerLetter, page.signal);
  document.addEventListener("settings", rebuild, { signal: page.signal });
  if (game.status === "in_progress") goOn();
  else await end(null);
  await follow(game.watch_id, {
    version: () => game.status === "in_progress" && etag,
    changed: hear,
    idle: queue.idle,
    signal: page.signal,
  });

  // Whether another screen, or an error, has taken the place of the board.
  function isLeft() {
    return page.signal.aborted || !board.isConnected;
  }

  // Sends the guesses that were waiting when this device left the game, except those that were made after all.
  function goOn() {
    page.say(...begin());
    const guesses = [...game.guessed_letters, ...game.wrong_words];
    playing(id).waiting.filter((guess) => !guesses.includes(guess.letter ?? guess.word)).forEach(offer);
  }

  function offerLetter(letter) {
    if (game.status !== "in_progress") return;
    if (whole.isOn()) whole.type(letter);
    else if (game.guessed_letters.includes(letter)) page.say(t("alreadySaid", { letter: writing.capitals(letter) }));
    else offer({ letter });
  }

  function offer(guess) {
    const text = ({ letter, word }) => letter ?? word;
    if (game.status === "in_progress" && !queue.waiting.map(text).includes(text(guess))) queue.offer(guess);
  }

  async function send(guess) {
    if (isLeft()) return;
    let message = () => spokenAnswer(game.last_guess);
    const silence = setTimeout(() => page.status.append(spoken(t("looking"))), SILENCE);
    try {
      const waiting = (why) => page.patience.waiting(why, "guess");
      const options = { json: { ...guess, ...callOf(game) }, key: newKey(), etag, signal: page.signal, waiting };
      take(await service.post(`${path}/guesses`, options));
      keepPlaying(id, { until: game.expires_at, ...told });
      if (guess.word) whole.answered();
      if (!game.last_guess.hit && setting("vibrate")) navigator.vibrate?.(MISSED);
    } catch (problem) {
      await lookAfter(problem);
      if (problem.status >= 500) queue.clear(); // a bug of the service: the guesses that wait are not sent
      message = () => [page.sentence(problem)];
      if (guess.word) whole.refuse(page.sentence(problem));
    } finally {
      clearTimeout(silence);
    }
    keys.hint([]);
    await updateOrEnd(message);
  }

  // After a refusal: loads the game, which may have gone on, or ended, elsewhere.
  async function lookAfter(problem) {
    if (!(problem instanceof Problem)) throw problem;
    take(await look());
  }

  // Shows a version that came from elsewhere, unless a guess from here is on its way.
  async function hear(answer) {
    if (queue.waiting.length || answer.content.version < game.version) return;
    const before = game;
    game = { ...game, ...writing.game(answer.content) };
    etag = answer.etag;
    await updateOrEnd(() => [game.version > before.version && t("elsewhere"), ...begin()]);
  }

  // `message` returns what to say of the game after it is shown.
  async function updateOrEnd(message) {
    const isOver = game.status !== "in_progress";
    if (isOver) queue.clear();
    update();
    if (game.last_guess?.hit) dropIn(word, game.last_guess);
    page.say(...message()); // also at the end: what is read is what the board shows
    if (isOver) await end(board);
  }

  // `scene` is the board if the game has just ended on it, and null if it had ended before.
  async function end(scene) {
    if (!game.dealer) take(await look()); // the version for watchers does not name the dealer
    const { ending } = await loadLazy().catch(() => ({}));
    const again = () => end(scene);
    if (ending) await ending(page, { game, told, scene });
    else page.say(verdict(game), t("noConfession"), el("button", { type: "button", class: "link", click: again }, t("tryAgain")));
  }

  function update() {
    rememberAnswers(game);
    word.replaceChildren(pattern({ ...game, word: null })); // after a loss, the question comes before the word
    whole.update(game);
    picture.update(game);
    keys.update(game, []);
    counted.update(game);
    left.update(game);
    call.update(game);
    answers.update(game);
    wrong.textContent = wrongWords(game, true);
  }

  // The player may have chosen another drawing or another order of the keys.
  function rebuild() {
    if (game.status !== "in_progress") return;
    const [oldPicture, oldKeys] = [picture.node, keys.node];
    picture = drawing();
    keys = keyboard(writing, offerLetter, whole.arm);
    oldPicture.replaceWith(picture.node);
    oldKeys.replaceWith(keys.node);
    update();
    showQueue();
  }

  // Stores the guesses that wait, so that they are sent later if the page is closed or left now.
  function keepQueue() {
    if (!isLeft() && game.status === "in_progress") keepPlaying(id, { waiting: [...queue.waiting], ...told });
  }

  // Shows the guess on its way and those that wait. Screen readers announce only the answers.
  function showQueue() {
    const names = queue.waiting.map((guess) => writing.capitals(guess.letter ?? guess.word));
    const [first, ...then] = names;
    keys.update(game, queue.waiting.map(({ letter }) => letter));
    if (!first || game.status !== "in_progress") return;
    const next = then.map((name, index) => t(index ? "thenAlso" : "then", { letter: name })).join("");
    page.say(silent("", { class: "asked" }, el("b", {}, `${first}?`), ` ${t("looking")}`),
      next && silent(`${next}.`, { class: "next" }));
  }

  function begin() {
    return game.last_guess ? spokenAnswer(game.last_guess) : [isSet && !wordSetHere(playing(id).like) && t("setForYou"), t("begun"), spokenRest()];
  }

  function spokenAnswer(guess) {
    return [
      el("b", {}, answerText(guess, writing)),
      game.insight && left.sentence(guess.hit),
      spokenRest(),
    ];
  }

  // For screen readers: the misses and the word, which stand elsewhere on the screen.
  function spokenRest() {
    const rest = spokenPattern(game);
    rest.prepend(`${countsText(game)}. `);
    return rest;
  }

  function tools() {
    const { hard } = playing(id);
    return el("div", { class: "tools" },
      hard
        ? el("span", { class: "quiet" }, t("hardMode"))
        : el("button", { type: "button", click: () => hint().catch(page.failed) },
          t("hint"), hasPoints(game) && [` ${number(-1)}`, spoken(` ${t("point")}`)]),
      el("button", { type: "button", click: invite }, t("invite")),
      el("button", { type: "button", click: () => openSettings(page) }, t("settings")));
  }

  function invite() {
    const open = ({ openInvitation }) => isLeft() || document.querySelector("dialog") || openInvitation(game);
    loadLazy().then(open, (problem) => page.say(page.sentence(problem)));
  }

  // A hint counts once for each position, however often it is requested.
  function countHint() {
    const { hints, hinted } = playing(id);
    if (hinted !== etag) keepPlaying(id, { hints: hints + 1, hinted: etag });
  }

  async function hint() {
    const before = etag;
    const isLate = () => etag !== before || queue.waiting.length; // after a guess, the hint is no longer true
    try {
      const waiting = (why) => isLate() || page.patience.waiting(why);
      const { content } = await service.get(`${path}/hint`, { ...page.patience, waiting });
      if (isLate()) return;
      countHint();
      const [best] = content.letters;
      const values = { letter: writing.capitals(best.letter), share: percent(best.share_with) };
      page.say(el("span", { class: "hinted" }, t(best.share_with === 1 ? "hintIsSure" : "hintIs", values)));
      keys.hint(content.letters);
    } catch (problem) {
      if (isLate()) return;
      await lookAfter(problem);
      await updateOrEnd(() => [page.sentence(problem)]);
    }
  }
}
