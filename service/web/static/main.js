// The page: which screen is shown, what is said, and what happens when something fails.

import * as api from "./api.js";
import { el } from "./dom.js";
import { gameScreen } from "./game.js";
import { has, language, languages, preferred, speak, t } from "./language.js";
import { remember } from "./remembered.js";
import { asked, startScreen } from "./start.js";

const [header, main, footer] = ["header", "main", "footer"].map((name) =>
  document.querySelector(name),
);
const GAME_ID = /^[0-9a-z]+$/;
let left = new AbortController(); // aborted when the screen is left
let begun = null; // a game that this page has just started, so that it need not be asked for

// The address of the page says which screen: #<id> is a game, nothing the first screen.
async function screen() {
  left.abort();
  left = new AbortController();
  const page = newPage(left.signal);
  const [id] = location.hash.slice(1).split("/"); // #<id>/<n> is a step of its confession
  const known = begun?.content.id === id ? begun : null;
  begun = null;
  frame();
  try {
    if (id) await gameScreen(page, GAME_ID.test(id) ? id : "none", known);
    else await startScreen(page);
  } catch (error) {
    page.failed(error);
  }
}

// What a screen needs of the page.
function newPage(signal) {
  const status = el("p", { class: "status", role: "status" });
  const say = (...said) => status.replaceChildren(...said.flatMap((one) => [one, " "]));
  const waiting = ({ status: code, seconds }) =>
    say(t({ null: "offline", 429: "busy" }[code] ?? "full", { n: seconds }));
  const patience = { signal, waiting };
  const page = { signal, status, say, patience, sentence, show, play, failed };

  // Puts the parts of a screen in place, and those who cannot see it at its beginning.
  function show(...parts) {
    main.replaceChildren(...parts.filter(Boolean));
    if (!main.contains(status)) main.append(status);
    main.querySelector("h1").focus({ preventScroll: true });
  }

  let starting = false;
  async function play() {
    if (starting) return;
    starting = true;
    try {
      begun = await api.post("games", { json: asked(), key: api.newKey(), ...patience });
      remember("game", begun.content.id);
      location.hash = begun.content.id;
    } catch (error) {
      failed(error);
    } finally {
      starting = false;
    }
  }

  function failed(error) {
    if (signal.aborted) return;
    if (!(error instanceof api.Problem)) throw error;
    if (error.kind === "game-not-found") remember("game", null);
    show(
      el("h1", { tabindex: -1 }, t("oops")),
      el("p", { class: "lead" }, sentence(error)),
      el("p", {}, el("a", { class: "main", href: "#", click: goHome }, t("newGame"))),
    );
  }

  return page;
}

function sentence(problem) {
  const name = `problem.${problem.kind}`;
  return has(name) ? t(name) : t("problem.other", { detail: problem.message });
}

// Where the address is that of the first screen already, no change of it tells us to show it.
function goHome() {
  if (!location.hash) screen();
}

// What stands around every screen.
function frame() {
  document.title = t("title");
  const choose = el("select", { change: ({ currentTarget }) => (speak(currentTarget.value), screen()) });
  choose.append(
    ...languages.map(({ code, name }) =>
      el("option", { value: code, lang: code, selected: code === language }, name)),
  );
  header.replaceChildren(
    el("a", { href: "#", click: goHome }, t("title")),
    el("label", {}, el("span", { class: "spoken" }, t("language")), choose),
  );
  footer.replaceChildren(el("p", {}, el("a", { href: "docs" }, t("api")), " · ", t("source")));
}

window.addEventListener("hashchange", screen);
speak(preferred());
screen();
