// The finished board of a friend's game. It tells everybody who opens it another word. Whoever comes back after others have
// opened it, too, sees why.

import { WATCH } from "./address.js";
import { anyWord, wordsOf } from "./choices.js";
import { revealsAt } from "./daily.js";
import { el, spoken } from "./dom.js";
import { drawing } from "./drawing.js";
import { claimOn, isOurs, keepClaim, until, ways } from "./group_link.js";
import { Problem } from "./hangman.js";
import { moment, number, t } from "./language.js";
import { pattern, wrongWords } from "./pattern.js";
import { around, draw } from "./reveal.js";
import * as service from "./service.js";
import { setting } from "./settings.js";
import { slash, struck } from "./stroke.js";
import { timeline } from "./timeline.js";
import { WATCH_ID } from "./watch.js";
import { wheel } from "./wheel.js";

const OTHERS = 2; // other people who have opened the link, when the words are shown
const MOST_WORDS = 50; // in the confession

export async function otherWordScreen(page, name) {
  const path = `watch/${name}`;
  const patience = { signal: page.signal, waiting };
  const isPlayer = isOurs(name);
  let shown = null; // the number of openings that the screen shows, and whether it shows the words
  let [game, word, fitting] = [];
  if (!WATCH_ID.test(name)) return refuse(new Problem({ code: "game-not-found" }));
  try {
    const quiet = isPlayer ? patience : { signal: page.signal }; // only the claim reports why all of them wait
    const claiming = isPlayer ? null : claimed(name, patience);
    claiming?.catch(() => {}); // awaited below
    const [{ content }, dictionaries] = await Promise.all([service.get(path, quiet), service.dictionaries(quiet)]);
    game = wordsOf(content, dictionaries).dictionary.writing.game(content);
    word = await claiming;
    await look();
    document.addEventListener("visibilitychange", back, { signal: page.signal });
  } catch (problem) {
    refuse(problem);
  }
  return null;

  // Updates the screen when the reader comes back to it, perhaps from sharing the link.
  function back() {
    if (!document.hidden) look().catch(refuse);
  }

  async function look() {
    const { content: { claimed_count: opened, words: claimedWords } } = await service.get(`${path}/words`, patience);
    const isOpen = isPlayer || !word || (claimOn(name).told && opened - 1 >= OTHERS); // first everybody sees their own
    if (opened === shown?.opened && isOpen === shown.isOpen) return;
    if (isOpen) fitting ??= (await service.get(`${path}/confession?words=${MOST_WORDS}`, patience)).content.guesses.at(-1);
    if (page.signal.aborted || (shown !== null && !isOpen)) return;
    shown = { opened, isOpen };
    if (isOpen) return reveal(opened, claimedWords);
    page.show(board(page, game, word));
    keepClaim({ game: name, told: game.writing.capitals(word) });
  }

  function reveal(opened, claimedWords) {
    const { words_left: count, kept: others } = fitting;
    const wheeled = wheel(game, { claimed: claimedWords, own: word, others, count });
    const late = !isPlayer && !word;
    const heading = el("h1", { tabindex: -1 }, lines(opened, count, late).map((line) => el("span", {}, line, " ")));
    const never = struck(t("aWord"), 0);
    const mine = word && around(t("youWereTold", { word: "|" }), el("b", {}, game.writing.capitals(word)));
    const line = el("p", { class: "lead" },
      ...(mine ?? [late && t("noneForYou")]), " ",
      ...around(t("dealerNever", { word: "|" }), never));
    page.show(el("div", { class: "other-word why" },
      heading, wheeled.node, line,
      el("div", { class: "pair" }, ...(isPlayer ? ways(game) : [
        playOne(page, "main"),
        el("a", { class: "button", href: "#/how-to-play" }, t("howItCheats"))])),
      el("p", { class: "note" }, until(game)),
      page.status, page.trouble));
    if (claimOn(name).seen !== opened) turn(page, heading, wheeled, never);
    keepClaim({ game: name, seen: opened });
  }

  function waiting(why) {
    if (why && shown === null && !page.trouble.isConnected) {
      page.show(el("div", { class: "column" }, el("h1", { tabindex: -1 }, t("wordIsComing")), page.trouble));
    }
    const reason = { null: "noWordOffline", 429: "busy" }[why?.status] ?? "noWordYet";
    page.trouble.textContent = why && t(reason, { n: why.seconds });
  }

  // Says why there is no word. One that this device got before is shown, even if the game is gone.
  function refuse(problem) {
    if (page.signal.aborted) return null;
    const known = {
      "game-not-found": ["gameIsGone", "linkIsOver"],
      "game-unplayable": ["gameIsGone", "linkIsOver"],
      "game-in-progress": ["stillPlaying", null, "watchIt"],
      "day-not-over": ["dayNotOver", "othersStillPlay"],
      "no-words-to-claim": ["noOtherWord", null, "howItWent"],
    }[problem.kind];
    if (!known) throw problem;
    const [title, more, action] = known;
    const told = WATCH_ID.test(name) && !isPlayer && claimOn(name).told; // the game may be gone
    const opens = game?.daily ? moment(revealsAt(game.daily)) : null;
    return page.show(el("div", { class: "column" },
      el("h1", { tabindex: -1 }, t(title)),
      more && el("p", { class: "lead" }, t(more, { until: opens })),
      told && el("p", {}, t("youWereTold", { word: told })),
      el("p", {}, action
        ? el("a", { class: "button main", href: `#${WATCH}${name}` }, t(action))
        : el("a", { class: "button main", href: "#" }, t("playYourself")))));
  }
}

// The word of this device, claimed once; null if none is left.
async function claimed(watchId, patience) {
  const { key, word } = claimOn(watchId);
  if (word) return word;
  try {
    const { content } = await service.post(`watch/${watchId}/words`, { key, ...patience });
    return keepClaim({ game: watchId, word: content.word }).word;
  } catch (problem) {
    if (problem.kind !== "all-words-claimed") throw problem;
    return null;
  }
}

// “Your friend was hanged.” Nothing here gives away that others get another word.
function board(page, game, word) {
  const picture = drawing();
  picture.update(game);
  const letters = game.guessed_letters;
  const wrong = game.wrong_letters.length;
  const counts = t("friendsLetters", { n: letters.length, letters: capitalized(inWords(letters.length)), wrong: inWords(wrong) });
  return el("div", { class: "other-word" },
    el("div", { class: "verdict" },
      el("h1", { tabindex: -1 }, t(setting("drawing") === "gallows" ? "friendHanged" : "friendLost")), picture.node),
    el("div", { class: "answers" },
      letters.length > 0 && el("p", {}, counts),
      letters.length > 0 && el("ul", { class: "asked-letters", role: "list", ...game.writing.attributes }, letters.map(key)),
      el("p", { class: "note" }, wrongWords(game))),
    el("div", { class: "word" }, pattern({ ...game, word: null })),
    el("p", { class: "word-was" }, t("wordWas", { word: game.writing.capitals(word) })),
    el("p", { class: "quiet" }, t("wouldYou")),
    playOne(page, "main large wide"),
    el("p", { class: "note" }, until(game)),
    page.status, page.trouble);

  function key(letter) {
    const isWrong = game.wrong_letters.includes(letter);
    return el("li", { class: "key", "data-state": isWrong ? "miss" : "hit" }, game.writing.written(letter),
      isWrong && slash(), spoken(`, ${t(isWrong ? "miss" : "hit")}`));
  }
}

const playOne = (page, kind) =>
  el("button", { type: "button", class: kind, click: (event) => page.play(event, anyWord) }, t("playYourself"));

const inWords = (n) => t("cardinals").split(" ")[n] ?? number(n);
const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

// “3 people have opened this. 3 different words. All of them fit.”
function lines(opened, count, isLate) {
  if (opened === 0) return [t("nobodyOpened"), t("soManyFit", { n: count })];
  if (isLate) return [t("openedBefore", { n: opened }), t("outOfWords")];
  if (opened === count) return [t("opened", { n: opened }), t("outOfWords")];
  if (opened === 1) return [t("opened", { n: 1 }), t("soManyFit", { n: count })];
  return [t("opened", { n: opened }), t("differentWords", { n: opened }), t("allOfThemFit")];
}

// The motions: the lines come one by one, the wheel turns into its place, the words are circled, and “word” is struck.
function turn(page, heading, { list, circles }, never) {
  const motions = timeline();
  motions.guard(page.signal);
  [...heading.children].forEach((line, index) => motions.appear(400 * index, line));
  motions.at(1200, list, { transform: ["rotate(-40deg)", "none"] }, 700, { easing: "ease-out" });
  const apart = 800 / Math.max(1, circles.length - 1);
  circles.forEach((ring, index) => draw(ring, circles.length > 1 ? 1500 + apart * index : 2300, 420, motions));
  draw(never.querySelector(".stroke"), 2700, 280, motions);
}
