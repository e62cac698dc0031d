// The board of a class: the games that a teacher watches, each under its number, with nothing to press.

import { WATCH } from "./address.js";
import { wordsOf } from "./choices.js";
import { el, spoken } from "./dom.js";
import { Problem, pause } from "./hangman.js";
import { number, t } from "./language.js";
import { countsText } from "./misses.js";
import { slots, spokenPattern } from "./pattern.js";
import * as service from "./service.js";
import { WATCH_ID } from "./watch.js";

const MOST = 50; // games of one stream of the service
const PAUSE = 5000; // milliseconds until a stream that the browser has given up is opened again

export async function classScreen(page, more) {
  const { first, ids } = classIn(more);
  if (!ids.length) throw new Problem({ code: "game-not-found" });
  const dictionaries = await service.dictionaries(page.patience);
  const running = new Set(ids);
  const cards = new Map(ids.map((id, index) => [id, el("li", {}, el("b", {}, number(first + index)))]));
  const heading = el("h1", { class: "spoken", tabindex: -1 }, t("title"));
  page.show(heading, el("ol", { class: "class-board", role: "list", start: first }, ...cards.values()), page.trouble);

  followAll(ids, { changed, gone, isOver: () => running.size === 0, page });

  function changed(game) {
    heading.textContent = t("heading", { n: game.length });
    const { dictionary: { writing } } = wordsOf(game, dictionaries);
    fill(game.watch_id, slots(game.pattern, writing), spokenPattern({ ...game, writing }), sentence(game, writing));
    cards.get(game.watch_id).dataset.status = game.status;
    if (game.status !== "in_progress") running.delete(game.watch_id);
  }

  function gone(id) {
    fill(id, t("gameIsGone"));
    running.delete(id);
  }

  function fill(id, ...parts) {
    const card = cards.get(id);
    const inner = parts.map((part) => (typeof part === "string" ? el("span", { class: "note" }, part) : part));
    card.replaceChildren(card.querySelector("b"), el("a", { href: `#${WATCH}${id}` }, inner.length ? inner : spoken("")));
  }
}

// The number of the first game, and the watch ids: “51,a26a…,77fe…”. Of a link that was cut short, those that are whole.
export function classIn(more = "") {
  const [start, ...others] = more.split(",");
  const first = /^\d{1,4}$/.test(start) ? Number(start) : 1;
  return { first, ids: [...new Set([start, ...others].filter((each) => WATCH_ID.test(each)))].slice(0, MOST) };
}

function sentence(game, writing) {
  if (game.status === "in_progress") return countsText(game);
  return t(`watch.${game.status}`, { word: writing.capitals(game.pattern) });
}

// Reports each state of the games while the page is visible, until all of them are over. A hidden page closes its stream,
// because a browser has only six connections for all its tabs.
function followAll(ids, { changed, gone, isOver, page: { signal, tell } }) {
  let source = null;
  const close = () => (source?.close(), (source = null));
  const address = new URL(`watch/events?${ids.map((id) => `id=${id}`).join("&")}`, service.BASE);
  document.addEventListener("visibilitychange", open, { signal });
  signal.addEventListener("abort", close);
  open();

  function open() {
    close();
    if (document.hidden || signal.aborted || isOver()) return;
    source = new EventSource(address);
    const on = (name, action) => source.addEventListener(name, action);
    on("game", ({ data }) => received(() => changed(JSON.parse(data))));
    on("gone", ({ data }) => received(() => gone(JSON.parse(data).watch_id)));
    on("problem", () => tell(t("watchAgain")));
    on("error", () => {
      tell(t("watchAgain"));
      if (source?.readyState === EventSource.CLOSED) pause(PAUSE, signal).then(open, () => {});
    });
  }

  function received(action) {
    tell(null);
    action();
    if (isOver()) close();
  }
}
