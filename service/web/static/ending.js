// How a game ended: the verdict, the question whether the dealer was cheating, and the reveal.

import { question } from "./accusation.js";
import * as api from "./api.js";
import { anyWord } from "./choices.js";
import { seal } from "./commitment.js";
import { confessionView } from "./confession.js";
import { el, spoken } from "./dom.js";
import { verdict } from "./drawing.js";
import { t } from "./language.js";
import { pattern } from "./pattern.js";
import { lastGame, playing, stopPlaying } from "./playing.js";
import { dayOf, keep, results } from "./results.js";
import { answerTo, comesToLight, deed, evidence } from "./reveal.js";
import { openShare } from "./share.js";
import { toSteps } from "./sheets.js";

export async function ending(page, { game, language, isSet, picture }) {
  const kept = result(game, Boolean(isSet));
  const ours = kept ?? { ...playing(game.id), set: Boolean(isSet) };
  const dealers = await api.dealers(page.patience);
  const honest = dealers.find(({ name }) => name === game.dealer)?.honest ?? false;
  const heading = el("h1", { tabindex: -1 }, verdict(game));
  const top = el("div", { class: "verdict" }, heading, picture.node);
  const word = el("div", { class: "word" }, pattern({ ...game, word: null }, language));
  const node = el("div", { class: "end", "data-status": game.status }, top, word);
  const late = el("p", { class: "late", role: "status" });
  let confession = null;
  const told = confessed(page, game, late).then((content) => (confession = content));
  page.say();
  page.show(node, page.status);
  if (ours.set || ours.drawn === false || ours.claim) reveal(ours.claim);
  else node.append(question(answered, page.signal));

  function answered(claim) {
    if (kept?.drawn) keep(Object.assign(ours, { claim, honest }));
    reveal(claim).focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  // As it was chosen; any word after any other, as after a newcomer's first.
  function again(event) {
    return page.play(event, ours.chosen ? null : anyWord(page.patience));
  }

  // The heading of the reveal; what only the confession tells follows as soon as that has come.
  function reveal(claim) {
    const isLate = !confession;
    const said = el("h2", { class: "headline", tabindex: -1 }, el("span", {}, answerTo(claim, game, honest)));
    const proof = el("div", { class: "evidence" });
    const pair = el("div", { class: "pair" },
      el("button", { type: "button", class: "main", click: again }, t("playAgain")));
    node.classList.toggle("fair", honest);
    node.replaceChildren(top, said, word, proof, pair, late);
    told.then(() => {
      if (page.signal.aborted) return;
      const steps = toSteps(confession, game.length, language);
      const deeds = deed(game, honest, steps, language);
      said.append(" ", ...deeds);
      if (isLate) page.say(spoken(deeds.map((part) => part.textContent ?? part).join("")));
      comesToLight(word, game, honest, steps, language);
      proof.replaceChildren(...evidence(game, honest, steps, language, word));
      pair.append(el("button", { type: "button", click: () => openShare(game, { honest, steps }, { ...ours, claim }) }, t("share")));
      late.replaceWith(seal(game, confession, language));
      node.after(confessionView(page, game, { ...confession, steps }, language));
    });
    return said;
  }
}

// What this device knows of a game that was played here; it keeps the result once. Null of any other game.
function result({ id, status, length, misses, max_misses, dealer }, isSet) {
  const { chosen, hard, hints, set, drawn } = playing(id);
  if (lastGame() === id) {
    const won = status === "won";
    keep({ id, day: dayOf(new Date()), dealer, length, misses, max_misses, won, chosen, hard, hints, set: set || isSet, drawn });
    stopPlaying();
  }
  return results().find((kept) => kept.id === id) ?? null;
}

// The confession, asked for until it comes. Meanwhile `late` says so, and asks again when that is pressed.
function confessed(page, { id }, late) {
  let asking = new AbortController();
  const again = () => {
    asking.abort();
    asking = new AbortController();
    ask();
  };
  const waiting = (why) =>
    late.replaceChildren(...(why ? [t("noConfession"), " ", el("button", { type: "button", class: "link", click: again }, t("tryAgain"))] : []));
  let tell;
  async function ask() {
    const signal = AbortSignal.any([page.signal, asking.signal]);
    try {
      tell((await api.get(`games/${id}/confession?words=50`, { signal, waiting })).content);
    } catch (problem) {
      if (!signal.aborted) waiting(problem);
    }
  }
  return new Promise((resolve) => {
    tell = resolve;
    ask();
  });
}
