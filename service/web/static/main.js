// The page: which screen is shown, what is said, and what happens when something fails.

import { GROUP, LIKE, WATCH, addressIn } from "./address.js";
import { ANY, BEST, chosen, chosenGame, standard } from "./choices.js";
import { forgetDay, rememberDay } from "./daily.js";
import { beginAt, el, silent, spoken } from "./dom.js";
import { gameScreen } from "./game.js";
import { Problem, newKey } from "./hangman.js";
import { howToPlayScreen, linkTo } from "./how_to_play.js";
import { installed } from "./installed.js";
import { date, has, language, languages, preferred, speak, t } from "./language.js";
import { loadLazy } from "./load_lazy.js";
import { loadTexts } from "./load_texts.js";
import { hasExpired, keepPlaying, stopPlaying, toldOf, unfinished } from "./playing.js";
import { remember, remembered } from "./remembered.js";
import * as service from "./service.js";
import { apply } from "./settings.js";
import { foot, startScreen } from "./start.js";

const [header, main, footer] = ["header", "main", "footer"].map((name) =>
  document.querySelector(name),
);
const lazy = (name) => async (page, ...more) => (await loadLazy())[name](page, ...more);
const SCREENS = {
  "": startScreen,
  "/class": lazy("classScreen"),
  "/statistics": lazy("statisticsScreen"),
  "/how-to-play": howToPlayScreen,
  "/today": linkTo("/today"),
  "/fair-or-cheat": linkTo("/fair-or-cheat"),
  "/deal": lazy("dealScreen"),
  "/new": lazy("friendScreen"),
  "/word": lazy("wordScreen"),
};
let current = null; // the address of the screen that is shown
let leaving = new AbortController(); // aborted when the screen is left
let begun = null; // a game that this page has just started, so that it need not be requested

// Shows the screen that the address names: #/… is one of those above, #<id> is a game, and the confession
// reads what follows a game's id.
async function screen() {
  const { name, more } = addressIn(location.hash);
  if (name.startsWith("/") && !Object.hasOwn(SCREENS, name)) return location.replace("#"); // of another version, or mistyped
  if (isFirstVisit(name)) return location.replace("#/how-to-play");
  if (current === name && name && !name.startsWith("/")) return;
  current = name;
  leaving.abort();
  leaving = new AbortController();
  const page = newPage(leaving.signal);
  const known = begun?.content.id === name ? begun : null;
  begun = null;
  frame(name, page);
  try {
    if (name.startsWith(WATCH)) await lazy("watchScreen")(page, name.slice(WATCH.length), more);
    else if (name.startsWith(LIKE)) await lazy("wordOfFriendScreen")(page, name.slice(LIKE.length));
    else if (name.startsWith(GROUP)) await lazy("otherWordScreen")(page, name.slice(GROUP.length));
    else if (Object.hasOwn(SCREENS, name)) await SCREENS[name](page, more);
    else await gameScreen(page, name, known, toldOf(name, more));
  } catch (error) {
    page.failed(error);
  }
}

const CHANGED = new Set(["unknown-dictionary", "no-words-of-length"]); // problems with a choice that the page offered
const GONE = new Set(["game-not-found", "game-unplayable"]); // the device forgets such a game

const isFirstVisit = (name) => !name && !remembered("taught", unfinished().length > 0);

// The page, as a screen uses it.
function newPage(signal) {
  const status = el("p", { class: "status", role: "status" });
  const trouble = el("p", { class: "trouble", role: "status" });
  const say = (...said) => status.replaceChildren(...said.filter(Boolean).flatMap((one) => [one, " "]));
  let starting = false;
  const patience = { signal, waiting };
  const page = { signal, status, trouble, say, tell, patience, sentence, show, play, failed };

  // Says why a request waits; null means that it has its response. `what` is "guess" if a guess waits with it.
  function waiting(why, what = starting ? "start" : "") {
    const reason = { null: "offline", 429: "busy" }[why?.status] ?? "full";
    const name = has(`${reason}.${what}`) ? `${reason}.${what}` : reason;
    tell(why && t(name, { n: why.seconds }));
  }

  // Shows what is wrong. If this screen has nothing to show yet, that replaces the screen before, under a heading that
  // takes the focus.
  function tell(text) {
    if (signal.aborted) return;
    trouble.textContent = text;
    if (text && !main.contains(trouble)) show(el("h1", { tabindex: -1 }, t("title")));
  }

  // Shows the parts of a screen and moves the focus to its heading. A part that is there already goes on with its
  // motions.
  function show(...parts) {
    signal.throwIfAborted(); // another screen has taken the place of this one
    const wanted = parts.filter(Boolean);
    for (const old of [...main.children]) if (!wanted.includes(old)) old.remove();
    main.append(...wanted.filter((part) => part.parentNode !== main));
    if (!main.contains(trouble)) main.append(trouble);
    beginAt(main.querySelector("h1:not([inert] *)"));
  }

  // Starts a game. `wanted` returns the fields of its request, or a promise of them; a retry calls it again.
  async function play(event, wanted = chosenGame) {
    if (starting) return;
    starting = true;
    const button = event?.currentTarget ?? main.querySelector("button.main");
    button?.classList.add("working");
    try {
      const json = await wanted(patience);
      const drawn = json.dealer === ANY || "daily" in json;
      const isCopy = "like" in json; // the friend's game has the dealer
      const dealer = drawn || isCopy ? null : json.dealer ?? standard(await service.dealers(patience)).name;
      begun = await service.post("games", { json, key: newKey(), ...patience });
      keepPlaying(begun.content.id, {
        chosen: wanted === chosenGame, hard: dealer === BEST && chosen().hard, drawn, dealer, set: isCopy, like: json.like ?? null,
        until: begun.content.expires_at,
      });
      rememberDay(begun.content);
      location.hash = begun.content.id;
      return begun.content;
    } catch (error) {
      failed(error, () => play(null, wanted));
    } finally {
      starting = false;
      button?.classList.remove("working");
    }
  }

  // Says what failed. Where a retry may help, a button calls `again`.
  function failed(error, again = () => goTo(location.hash.slice(1))) {
    if (signal.aborted) return;
    const isOurs = !(error instanceof Problem); // a bug of this page
    if (isOurs) reportError(error);
    if (error.kind === "game-not-found" && unfinished().some(({ id }) => id === current)) {
      hasExpired(current);
      return location.replace("#"); // the first screen says so
    }
    if (GONE.has(error.kind)) {
      stopPlaying(current);
      forgetDay(current);
    }
    if (CHANGED.has(error.kind)) service.forgetLists();
    show(
      el("h1", { tabindex: -1 }, t("oops")),
      isOurs ? null : el("p", { class: "lead" }, sentence(error)),
      isOurs || error.status >= 500 || error.kind === "no-connection" ? el("p", {}, el("button", { type: "button", click: again }, t("tryAgain"))) : null,
      el("p", {}, el("a", { class: "button main", href: "#", click: goHome }, t("newGame"))),
    );
  }

  return page;
}

function sentence(problem) {
  const name = `problem.${problem.kind}`;
  return has(name) ? t(name) : t("problem.other", { detail: problem.message });
}

function goTo(address) {
  current = null;
  if (location.hash.slice(1) === address) screen(); // there will be no hashchange event
  else location.hash = address;
}

function goHome(event) {
  event.preventDefault();
  goTo("");
}

// Fills the header and the footer, which are around every screen.
function frame(name, page) {
  document.title = t("title");
  const others = languages.filter(({ code }) => code !== language);
  const isWatching = name.startsWith(WATCH);
  const change = (code) => () => {
    remember("language", code);
    loadTexts(code).then(() => {
      speak(code);
      current = null;
      screen();
    }, () => page.tell(t("problem.no-connection")));
  };
  header.replaceChildren(
    name
      ? el("a", { class: "brand", href: "#", click: goHome }, silent("← "), t("title"))
      : el("span", { class: "quiet" }, date(new Date())),
    isWatching ? el("span", { class: "quiet" }, t("watching")) : el("nav", { "aria-label": t("page") },
      others.map(({ code, name: label }) =>
        el("button", { type: "button", class: "language", lang: code, click: change(code) },
          code.toUpperCase(), spoken(` ${label}`))),
      el("a", { class: "help", href: "#/how-to-play" }, silent("?"), spoken(t("howToPlay")))),
  );
  footer.replaceChildren(...(name ? [] : foot(page)));
}

async function start(code) {
  await loadTexts(code);
  speak(code);
  // Of changes that follow each other at once, only the last counts.
  window.addEventListener("hashchange", ({ newURL }) => newURL === location.href && screen());
  document.addEventListener("touchstart", () => {}, { passive: true }); // without a listener, Safari shows no press
  apply();
  screen();
  installed();
}

// Without a network, a device may have only the texts that it got with the page.
start(preferred()).catch(() => start(document.documentElement.lang));
