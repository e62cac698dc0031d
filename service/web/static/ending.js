// How a game ended: the verdict, the words that it could have been, and what to do next.

import { el, seen } from "./dom.js";
import { ordinal, t } from "./language.js";
import { loadLazy } from "./load_lazy.js";
import { capital, capitals, inLines, pattern } from "./pattern.js";
import { lastGame, playing, stopPlaying } from "./playing.js";
import { dayOf, keep, results } from "./results.js";
import { setting } from "./settings.js";
import { circle, stroke } from "./stroke.js";

const OTHERS = 2; // words above and as many below the word of the game
const TURN = 90; // milliseconds, for each word that the letters run through
const LAST_TURN = 260;

export function ending(page, { game, confession, language, board, heading, word, controls }) {
  const { hints, hard, set } = result(game);
  board.classList.add("over");
  board.dataset.status = game.status;
  board.classList.toggle("fair", confession.honest);
  heading.textContent = t(game.status === "won" ? "won" : `lost.${setting("drawing")}`);
  word.replaceChildren(...reel(game, confession, language));
  page.say(verdict(game, confession, language), hints > 0 && ` ${t("hintsUsed", { n: hints })}`);
  controls.replaceChildren(
    el("div", { class: "pair" },
      el("button", { type: "button", class: "main", click: page.play }, t("playAgain")),
      el("button", { type: "button", click: tell }, t("share"))),
    el("p", { class: "note" }, el("a", { href: "#" }, t("choose"))));
  heading.focus({ preventScroll: true });
  loadLazy().then(
    ({ confessionView }) => page.signal.aborted || board.after(confessionView(page, game, confession, language)),
    () => page.say(verdict(game, confession, language), t("noConfession")),
  );

  function tell() {
    loadLazy().then(({ openShare }) => openShare(game, confession, { hints, hard, set }), (problem) => page.say(page.sentence(problem)));
  }
}

// What this device knows of the game; it keeps the result of one that was played here.
function result({ id, status, length, misses, max_misses, dealer }) {
  const { hard, hints, set } = playing(id);
  if (lastGame() !== id) return results().find((kept) => kept.id === id) ?? { hard, hints, set };
  const ours = { id, day: dayOf(new Date()), dealer, length, misses, max_misses, won: status === "won", hard, hints, set };
  keep(ours);
  stopPlaying();
  return ours;
}

export function verdict(game, { honest, guesses }, language) {
  const word = capitals(game.word, language);
  const fitting = guesses.at(-1).words_left;
  if (!honest && game.status === "lost" && fitting === 1) {
    const cornered = guesses.findIndex(({ words_left: words }) => words === 1) + 1;
    return t("lostCornered", { word, nth: ordinal(cornered) });
  }
  return t(`${game.status}${honest ? "Honest" : "Cheat"}`, { word, n: fitting });
}

// The word between others: those that fitted too, or those that the dealer had to give up.
function reel(game, { honest, guesses }, language) {
  const word = pattern(game, language);
  if (honest && game.status === "lost") return [word];
  const others = honest ? [] : besides(game, guesses);
  if (game.status === "won") word.append(circle());
  else run(word, game, others, language);
  const line = (other, index) =>
    inLines(seen("", { class: "other", lang: language },
      [...other].map((letter) => el("span", {}, capital(letter, language))),
      game.status === "won" && stroke(index)), game.length);
  const lines = others.map(line);
  const half = Math.ceil(lines.length / 2);
  return [...lines.slice(0, half), word, ...lines.slice(half)];
}

function besides(game, guesses) {
  const words = game.status === "lost"
    ? guesses.at(-1).kept
    : guesses.toReversed().flatMap(({ dropped }) => dropped);
  return [...new Set(words)].filter((word) => word !== game.word).slice(0, 2 * OTHERS);
}

// The letters that were never shown run through the other words, for the word was never one.
function run(word, game, others, language) {
  if (!others.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const slots = [...word.querySelectorAll(".hidden")];
  const places = [...game.pattern].flatMap((letter, place) => (letter === "_" ? [place] : []));
  const turns = [...others, ...others, game.word].slice(-5);
  word.classList.add("running");
  turns.forEach((turn, index) => {
    const isLast = index === turns.length - 1;
    setTimeout(() => {
      slots.forEach((slot, nth) => (slot.textContent = capital([...turn][places[nth]], language)));
      if (isLast) word.classList.remove("running");
    }, isLast ? TURN * (index - 1) + LAST_TURN : TURN * index);
  });
}
