// The end of a game: the verdict, the question whether the dealer was cheating, and the reveal.

import { judged, question, scoreLine } from "./accusation.js";
import { askedLetters } from "./asked_letters.js";
import { anyWord, chosenGame } from "./choices.js";
import { seal } from "./commitment.js";
import { confessionView } from "./confession.js";
import { nextIn } from "./daily.js";
import { beginAt, drawn, el, spoken } from "./dom.js";
import { drawing, verdict } from "./drawing.js";
import { farewell, hold } from "./farewell.js";
import { hasWords, offer } from "./group_link.js";
import { number, t } from "./language.js";
import { isStill } from "./motion.js";
import { pattern } from "./pattern.js";
import { playing, stopPlaying, unfinished } from "./playing.js";
import { remembered } from "./remembered.js";
import { dayOf, keep, results, totals } from "./results.js";
import { aftermath, answerOfFriend, answerTo, comesToLight, deed, draw as stroked, evidence } from "./reveal.js";
import * as service from "./service.js";
import { DAY, openShare, pictureOf } from "./share.js";
import { toSteps } from "./sheets.js";
import { timeline } from "./timeline.js";
import { wordSetHere } from "./word.js";

const MEANT_FOR_LETTERS = 500; // milliseconds in which a key press was still meant as a guess
const DRAWN_AFTER = 2500; // milliseconds until the picture to share is drawn
const CALLED = "cheated";

// `scene` is the board if the game has ended on it just now.
export async function ending(page, { game, isSet, scene }) {
  const dealers = await service.dealers(page.patience);
  if (scene) await drawn(); // the last answer is shown in a frame of its own
  if (page.signal.aborted) return;
  if (scene) {
    hold(scene);
    page.status.replaceWith(page.status.cloneNode(true)); // the board stays as it is
  }
  const { honest = false, title } = dealers.find(({ name }) => name === game.dealer) ?? {};
  const setHere = Boolean(wordSetHere(game.watch_id));
  const ownResult = result(game, { honest, title }, Boolean(isSet));
  const ours = ownResult ?? { ...playing(game.id), set: Boolean(isSet) || setHere };
  const isFriends = honest && ours.set;
  const isSetter = isFriends && setHere && !ownResult;
  const heading = el("h1", { tabindex: -1 }, isSetter ? answerOfFriend(game, true) : verdict(game));
  const picture = drawing();
  const top = el("div", { class: "verdict" }, heading, picture.node);
  const word = el("div", { class: "word" }, pattern({ ...game, word: null }));
  const node = el("div", { class: "end", "data-status": game.status }, top, word);
  const late = el("p", { class: "late", role: "status" });
  let confession = null;
  const confessing = confessed(page, game, late).then((content) => {
    confession = { ...content, steps: toSteps(content, game.length, game.writing) };
  });
  picture.update(game);
  if (scene) await drawn(); // what was built so far has a frame of its own, too
  if (page.signal.aborted) return;
  let motions = timeline();
  page.say();
  page.show(node, page.status, scene);
  const from = scene ? begin() : 0;
  if (scene) await drawn(); // the question or the reveal has another
  if (page.signal.aborted) return;
  if (ours.set || ours.drawn === false || ours.claim) {
    if (!scene) motions.skip(); // the player looks at an old game
    reveal(ours.claim, from);
  } else ask();

  // Starts the scene of a game that has just ended. Returns the milliseconds until the verdict may appear.
  function begin() {
    const [time, arrival] = game.status === "won" ? [580, 0] : [1500, 240];
    motions.guard(page.signal, MEANT_FOR_LETTERS);
    for (const part of [heading, picture.node, word]) motions.at(0, part, { opacity: [0, 0] }, time + arrival);
    if (isStill()) scene.remove();
    else drawn().then(() => farewell(scene, game, node, motions, time));
    return time;
  }

  function ask() {
    const form = question(answered, page.signal);
    const letters = game.guessed_letters.map((letter) => ({ letter, hit: game.pattern.includes(letter) }));
    form.firstChild.after(askedLetters(letters, t("guessed"), game.writing)); // the player judges by these
    node.append(form);
    if (!scene) return;
    motions.at(from, form, { opacity: [0, 1], transform: ["translateY(12px)", "none"] }, 240);
    const buttons = form.querySelectorAll("button");
    for (const button of buttons) button.ariaDisabled = "true";
    setTimeout(() => buttons.forEach((button) => (button.ariaDisabled = null)), MEANT_FOR_LETTERS);
  }

  function answered(claim) {
    if (ownResult?.drawn) keep(Object.assign(ours, { claim, honest }));
    motions = timeline();
    motions.guard(page.signal);
    node.lastChild.hidden = true; // removing the focused element would force a layout
    beginAt(reveal(claim, 0));
  }

  // Starts a game with the choices of this device if this game had them, and with any word otherwise.
  function again(event) {
    return page.play(event, ours.chosen ? chosenGame : anyWord);
  }

  // A player who came by a friend's link may not know yet that dealers cheat: then the lesson comes first.
  function afterAFriend() {
    const judge = remembered("taught", false)
      ? el("button", { type: "button", class: "link", click: again }, t("fairOrCheat"))
      : el("a", { href: "#/how-to-play" }, t("fairOrCheat"));
    return el("p", { class: "other-game" }, judge);
  }

  function whatNext() {
    return ours.set ? el("a", { class: "button main", href: "#/word" }, t("wordBack"))
      : el("button", { type: "button", class: "main", click: again }, t(game.daily ? "fairOrCheat" : "again"));
  }

  // There is no other day's game before tomorrow: says how long that is.
  function afterTheDay() {
    const { days } = totals(results(), new Date());
    const parts = [ownResult && days > 1 && `${number(days)} ${t("daysInARow", { n: days })}`, nextIn(Date.parse(game.daily) + DAY)];
    return el("p", { class: "other-game note" }, parts.filter(Boolean).join(" · "));
  }

  // Shows the reveal and returns its heading. Everything that needs the confession follows as soon as that has come.
  function reveal(claim, start) {
    const isLate = !confession;
    const answer = el("span", {}, isFriends ? answerOfFriend(game, isSetter) : answerTo(claim, honest));
    const did = el("span", { class: "deed" });
    const headline = el("h2", { class: "headline", tabindex: -1 }, answer, " ", did);
    const proof = el("div", { class: "evidence" });
    const pair = el("div", { class: "pair" }, whatNext());
    const score = judged([ours]).length > 0 ? scoreLine(results()) : ours.drawn && ours.shown && el("p", { class: "score note" }, t("doesNotCount"));
    node.classList.toggle("fair", honest);
    heading.className = isFriends ? "spoken" : "ended";
    heading.after(headline);
    node.append(...[proof, score, pair, page.trouble, ours.set && afterAFriend(), game.daily && afterTheDay(), late].filter(Boolean));
    motions.appear(start + 250, answer);
    confessing.then(() => page.signal.aborted || confess());
    return headline;

    function confess() {
      const { steps } = confession;
      const at = isLate ? Math.max(start, motions.now() - 400) : start;
      const also = aftermath(game, { ...ours, claim }, honest, steps);
      did.append(...(isFriends ? wordOfFriend() : deed(game, honest, steps)));
      did.classList.toggle("short", did.childNodes.length > 1);
      if (also) top.after(el("p", { class: "aftermath" }, also));
      if (isLate && document.activeElement === document.body) headline.focus({ preventScroll: true });
      if (isLate) page.say(spoken(`${did.textContent} ${also}`));
      says(at, did);
      drawn().then(() => page.signal.aborted || prove(steps, at));
    }

    // Adds the proof, the seal and the word, each in a frame of its own.
    async function prove(steps, at) {
      node.querySelector(".question")?.remove();
      proof.replaceChildren(...evidence(game, honest, steps, word));
      if (ownResult && game.daily) keep(Object.assign(ours, afterlife(game, steps)));
      pair.prepend(sharing({ honest, steps }, { ...ours, claim }));
      pair.lastChild.classList.remove("main");
      proves(at);
      await drawn();
      late.replaceWith(seal(game, confession));
      if (hasWords(game, honest, steps) && node.isConnected) page.trouble.after(offer(game));
      for (const part of node.querySelectorAll(":scope > :is(.group, .seal)")) motions.appear(at + 2000, part);
      await drawn();
      comesToLight(word, game, honest, steps, motions, at + 1160);
      await drawn();
      below(at + 2000);
    }
  }

  function wordOfFriend() {
    return game.status === "lost" && !isSetter ? [t("wasTheWord", { word: game.writing.capitals(game.word) })] : [];
  }

  function below(at) {
    const view = confessionView(page, game, confession);
    node.after(view);
    for (const part of [view, ...view.querySelectorAll("h2, .aside, .ladder")]) motions.appear(at, part);
  }

  // The button to share the game. Its picture is drawn beforehand, when nothing moves any more.
  function sharing(outcome, known) {
    let image = null;
    const draw = () => (image ??= pictureOf(game, outcome, known));
    setTimeout(draw, DRAWN_AFTER);
    return el("button", { type: "button", class: "main", click: () => openShare(game, outcome, known, draw()) }, t("share"));
  }

  // Lets the parts of the reveal appear one after another, from `at` on.
  function says(at, did) {
    const last = did.querySelector(".at-last");
    motions.appear(at + 400, did);
    if (last) {
      motions.appear(at + 800, last);
      stroked(last.querySelector(".stroke"), at + 880, 280, motions);
    }
    for (const part of node.querySelectorAll(".aftermath")) motions.appear(at + 1000, part);
    for (const part of node.querySelectorAll(":scope > :is(.score, .pair, .other-game)")) motions.appear(at + 2000, part);
  }

  function proves(at) {
    for (const part of node.querySelectorAll(".evidence > p, .words")) motions.appear(at + 1700, part);
    node.querySelectorAll(".words > *").forEach((cell, index) => motions.appear(at + 1700 + 25 * index, cell));
    const sign = node.querySelector(".signs > :last-child path");
    if (sign) motions.at(at + 2120, sign, { strokeDashoffset: [1, 0] }, 220);
  }
}

// What the first screen shows of a day's game.
function afterlife({ daily, word, pattern: shown }, steps) {
  return { daily, word, pattern: shown, hits: steps.map(({ hit }) => hit), left: steps.at(-1).after };
}

// The result of a game that was played on this device, stored when it has ended; null for any other game. An early call
// is the player's verdict.
function result(game, { honest, title }, isSet) {
  const { id, status, length, misses, max_misses, dealer, insight } = game;
  if (unfinished().some((other) => other.id === id)) {
    const { hinted, waiting, ...ours } = playing(id);
    const called = ours.drawn && ours.call && { claim: CALLED, honest };
    const won = status === "won";
    keep({ ...ours, day: dayOf(new Date()), dealer, title, length, misses, max_misses, won, set: ours.set || isSet, shown: insight !== null, ...called });
    stopPlaying(id);
  }
  return results().find((stored) => stored.id === id) ?? null;
}

// The confession, requested until it comes. If it is late, `late` says so and has a button to try again.
function confessed(page, { id }, late) {
  let request = new AbortController();
  const again = () => {
    request.abort();
    request = new AbortController();
    load();
  };
  const button = el("button", { type: "button", class: "link", click: again }, t("tryAgain"));
  const waiting = (why) => {
    if (why && late.contains(button)) return; // it keeps the focus
    late.replaceChildren(...(why ? [t("noConfession"), " ", button] : []));
  };
  let arrived;
  async function load() {
    const signal = AbortSignal.any([page.signal, request.signal]);
    try {
      arrived((await service.get(`games/${id}/confession?words=50`, { signal, waiting })).content);
    } catch (problem) {
      if (!signal.aborted) waiting(problem);
    }
  }
  return new Promise((resolve) => {
    arrived = resolve;
    load();
  });
}
