// The end of a game, in phases: the question whether the dealer was cheating, the reveal, and the proof. The player's claim
// leads from the question to the reveal. The confession leads from there to the proof; if it comes sooner, it waits.

import { judged, question as questionForm, scoreLine } from "./accusation.js";
import { askedLetters } from "./asked_letters.js";
import { seal } from "./commitment.js";
import { requested } from "./confessing.js";
import { confessionView } from "./confession.js";
import { beginAt, drawn, el, spoken } from "./dom.js";
import { drawing, verdict } from "./drawing.js";
import { farewell, hold, jump } from "./farewell.js";
import { forGroup } from "./group_link.js";
import { t } from "./language.js";
import { isStill } from "./motion.js";
import { after, playOn } from "./next_game.js";
import { ownGame } from "./own_game.js";
import { pattern } from "./pattern.js";
import { keep, results } from "./results.js";
import { aftermath, answerOfFriend, comesToLight, deed, draw as stroked, evidence, headline } from "./reveal.js";
import * as service from "./service.js";
import { openShare } from "./share.js";
import { toSteps } from "./sheets.js";
import { timeline } from "./timeline.js";

const PHASES = {
  ended: { asked: "question", judged: "reveal" },
  question: { claimed: "reveal" },
  reveal: { confessed: "proof" },
  proof: {},
};
const ENTER = { question, reveal, proof };

const MEANT_FOR_LETTERS = 500; // milliseconds in which a key press was still meant as a guess

// When the parts of the reveal appear, in milliseconds after its beginning. What the dealer did stands alone for a moment,
// and is proved 0.8 s after it.
const ANSWER = 250;
const BEATS = { deed: 400, struck: 800, aftermath: 900, word: 900, evidence: 1200, sign: 1450, rest: 1450 };
const APART = 25; // milliseconds between the words that fitted

// `scene` is the board if the game has ended on it just now.
export const ending = (page, ended) => ends(page, ended).catch(page.failed);

async function ends(page, { game, told, scene }) {
  const dealers = await service.dealers(page.patience);
  await frame(); // the last answer is shown in one of its own
  if (scene) {
    hold(scene);
    page.status.replaceWith(page.status.cloneNode(true)); // the board stays as it is
  }
  const end = begun(page, game, ownGame(game, dealers, told));
  requested(page, game, end.late).then((content) => {
    end.confession = { ...content, steps: toSteps(content, game.length, game.writing) };
    happen(end, "confessed");
  });
  end.picture.update(game);
  await frame(); // what was built so far has another
  end.motions = timeline();
  page.say();
  page.show(end.node, page.status, scene);
  end.isNew = Boolean(scene);
  if (scene) end.start = leaves(end, scene);
  else end.motions.skip(); // the player looks at an old game
  await frame(); // the question or the reveal has another
  happen(end, end.ours.isJudged ? "judged" : "asked");

  async function frame() {
    if (scene) await drawn();
    page.signal.throwIfAborted();
  }
}

// An end before its first phase: what is known of it, and its parts.
function begun(page, game, ours) {
  const heading = el("h1", { tabindex: -1 }, ours.isSetter ? answerOfFriend(game, true) : verdict(game));
  const picture = drawing();
  const top = el("div", { class: "verdict" }, heading, picture.node);
  const word = el("div", { class: "word" }, pattern({ ...game, word: null }));
  const node = el("div", { class: "end", "data-status": game.status }, top, word);
  const late = el("p", { class: "late", role: "status" });
  return { phase: "ended", page, game, ours, heading, picture, top, word, node, late,
    confession: null, isLate: false, isNew: false, motions: null, start: 0 };
}

function happen(end, event) {
  const next = PHASES[end.phase][event];
  if (!next || end.page.signal.aborted) return;
  end.phase = next;
  ENTER[next](end)?.catch(end.page.failed);
}

// Starts the scene of a game that has just ended. Returns the milliseconds until the verdict may appear.
function leaves({ page, game, heading, picture, word, node, motions }, scene) {
  const [time, arrival] = game.status === "won" ? [580, 0] : [1500, 240];
  motions.guard(page.signal, MEANT_FOR_LETTERS);
  for (const part of [heading, picture.node, word]) motions.at(0, part, { opacity: [0, 0] }, time + arrival);
  if (isStill()) scene.remove();
  else drawn().then(() => farewell(scene, game, node, motions, time));
  return time;
}

// “Was it cheating?” The player judges by the guessed letters.
function question(end) {
  const { page, game, node, motions, start, ours, isNew } = end;
  const form = questionForm(answered, page.signal);
  const letters = game.guessed_letters.map((letter) => ({ letter, hit: game.pattern.includes(letter) }));
  form.firstChild.after(askedLetters(letters, t("guessed"), game.writing));
  node.append(form);
  motions.at(start, form, { opacity: [0, 1], transform: ["translateY(12px)", "none"] }, 240);
  if (isNew) waits(form);

  function answered(claim) {
    ours.claim = results().find(({ id }) => id === game.id)?.claim ?? claim; // perhaps given in another tab
    if (ours.result?.drawn) ours.result = keep({ ...ours.result, claim: ours.claim, honest: ours.honest });
    Object.assign(end, { motions: timeline(), start: 0 });
    end.motions.guard(page.signal);
    form.hidden = true; // removing the focused element would force a layout
    happen(end, "claimed");
    beginAt(end.headline);
  }
}

// The buttons of a question that has just come look as they are: the guard of the motions takes all presses.
function waits(form) {
  const buttons = form.querySelectorAll("button");
  for (const button of buttons) button.ariaDisabled = "true";
  setTimeout(() => buttons.forEach((button) => (button.ariaDisabled = null)), MEANT_FOR_LETTERS);
}

// What needs no confession: the headline, the score, and what to play next.
function reveal(end) {
  const { page, game, node, heading, picture, ours, late, motions, start } = end;
  const { honest, claim, isFriends, isSetter } = ours;
  const isWon = game.status === "won" && !isSetter;
  const answer = el("span", {}, isFriends ? answerOfFriend(game, isSetter) : headline(game, claim, honest));
  end.deed = el("span", { class: "deed" });
  end.headline = el("h2", { class: "headline", tabindex: -1 }, answer, " ", end.deed);
  end.proof = el("div", { class: "evidence" });
  end.pair = el("div", { class: "pair" }, playOn(page, game, ours));
  node.classList.toggle("fair", honest);
  node.classList.toggle("win", isWon);
  heading.className = isFriends || isWon ? "spoken" : "ended";
  heading.after(end.headline);
  node.append(...[end.proof, score(end), end.pair, page.trouble, ...after(page, game, ours), late].filter(Boolean));
  motions.appear(start + ANSWER, answer);
  if (isWon) jump(picture.node, start + ANSWER, motions);
  end.isLate = !end.confession;
  if (!end.isLate) happen(end, "confessed");
}

function score({ ours }) {
  if (ours.result && judged([ours.result]).length > 0) return scoreLine(results());
  return ours.drawn && ours.shown && el("p", { class: "score note" }, t("doesNotCount"));
}

// What the dealer did, and then everything that proves it, each part in a frame of its own.
async function proof(end) {
  const { page, game, node, top, word, ours, pair, late, confession, motions, isLate } = end;
  const { honest, isFriends } = ours;
  const { steps } = confession;
  const start = isLate ? Math.max(end.start, motions.now() - BEATS.deed) : end.start;
  const also = aftermath(game, ours, honest, steps);
  end.deed.append(...(isFriends ? wordOfFriend(end) : deed(game, honest, steps)));
  end.deed.classList.toggle("short", end.deed.childNodes.length > 1);
  if (also) top.after(el("p", { class: "aftermath" }, also));
  if (isLate && document.activeElement === document.body) end.headline.focus({ preventScroll: true });
  if (isLate) page.say(spoken(`${end.deed.textContent} ${also}`));
  says(end, start);
  await frame();
  node.querySelector(".question")?.remove();
  end.proof.replaceChildren(...evidence(game, honest, steps, word));
  if (ours.result && game.daily) ours.result = keep({ ...ours.result, ...afterlife(game, steps) });
  pair.prepend(el("button", { type: "button", class: "main", click: () => openShare(game, { honest, steps }, ours) }, t("share")));
  pair.lastChild.classList.remove("main");
  proves(end, start);
  await frame();
  late.remove();
  comesToLight(word, game, honest, steps, motions, start + BEATS.word);
  await frame();
  const more = [confessionView(page, game, confession), forGroup(game, honest, steps), seal(game, confession)];
  node.after(...more.filter(Boolean));
  for (const part of more.filter(Boolean)) motions.appear(start + BEATS.rest, part);

  async function frame() {
    await drawn();
    page.signal.throwIfAborted();
  }
}

function wordOfFriend({ game, ours }) {
  return game.status === "lost" && !ours.isSetter ? [t("wasTheWord", { word: game.writing.capitals(game.word) })] : [];
}

// What the first screen shows of a day's game.
function afterlife({ daily, word, dictionary, pattern: shown }, steps) {
  return { daily, word, dictionary, pattern: shown, hits: steps.map(({ hit }) => hit), left: steps.at(-1).after };
}

// Lets the parts of the reveal appear one after another, from `start` on.
function says({ node, deed: did, motions }, start) {
  const last = did.querySelector(".at-last");
  motions.appear(start + BEATS.deed, did);
  if (last) {
    motions.appear(start + BEATS.struck, last);
    stroked(last.querySelector(".stroke"), start + BEATS.struck + 80, 280, motions);
  }
  for (const part of node.querySelectorAll(".aftermath")) motions.appear(start + BEATS.aftermath, part);
  for (const part of node.querySelectorAll(":scope > :is(.score, .pair, .other-game)")) motions.appear(start + BEATS.rest, part);
}

function proves({ node, motions }, start) {
  for (const part of node.querySelectorAll(".evidence > p, .words")) motions.appear(start + BEATS.evidence, part);
  node.querySelectorAll(".words > *").forEach((cell, index) => motions.appear(start + BEATS.evidence + APART * index, cell));
  const sign = node.querySelector(".signs > :last-child path");
  if (sign) motions.at(start + BEATS.sign, sign, { strokeDashoffset: [1, 0] }, 220);
}
