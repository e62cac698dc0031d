// The confession below the reveal, folded: one number, the graph, the ladder, and where the misses came from.

import { WATCH } from "./address.js";
import { widthOfBars } from "./bar.js";
import { dealerAndRule } from "./choices.js";
import { drawn, el } from "./dom.js";
import { curve, graph } from "./graph.js";
import { has, number, percent, t } from "./language.js";
import { fold, lastRung, sheet } from "./ladder.js";
import { ENDLESS } from "./misses.js";
import { isStill } from "./motion.js";
import { breakdown, verdict } from "./review.js";
import * as service from "./service.js";
import { cruellest, sheets } from "./sheets.js";

const WIDE = "(min-width: 60rem)";

// `confession` is that of `game`, which is over; its `steps` come from `toSteps`. It is filled when it is opened first: by a
// press, by an address that names a guess, or to be printed.
export function confessionView(page, game, confession) {
  const { honest, steps: guesses } = confession;
  const address = game.id ?? `${WATCH}${game.watch_id}`;
  const rungs = [];
  const last = lastRung(game, guesses);
  const ladder = el("ol", { class: "ladder", role: "list" }, last);
  const account = el("div", { class: "account" });
  const aside = el("div", { class: "aside" });
  const summary = el("summary", { class: "onward" }, el("h2", {}, t(honest ? "howItWent" : "howItDidIt")), curve(guesses));
  const node = el("details", { class: honest ? "confession fair" : "confession", toggle: () => node.open && open() },
    summary, el("div", { class: "columns" }, aside, el("div", {}, ladder)));
  const wide = matchMedia(WIDE);
  const place = () => (wide.matches ? aside : node.lastChild).append(account); // below the ladder on a phone
  let filling = null;
  let unfold = () => {};
  place();
  wide.addEventListener("change", place, { signal: page.signal });
  window.addEventListener("hashchange", follow, { signal: page.signal });
  window.addEventListener("beforeprint", () => open(() => null), { signal: page.signal });
  follow();
  return node;

  // `frame` waits between the parts: a frame with all of them would take too long.
  function open(frame = drawn) {
    node.open = true;
    return (filling ??= fill(frame));
  }

  async function fill(frame) {
    aside.prepend(el("div", { class: "intro" }, figure(game, confession, guesses), graph(guesses, go),
      el("p", { class: "note" }, t(honest ? "keyFair" : "keyCheat"))));
    const width = widthOfBars();
    for (const group of sheets(guesses)) {
      await frame();
      const rung = sheet(group, width, go);
      rungs.push(rung);
      last.before(rung.node);
    }
    rungs[0]?.open(true);
    shorten();
    if (game.id) judge().catch(page.failed); // without an id, somebody only watches
  }

  // Scrolls to the guess that the address names, if it names one.
  async function follow() {
    const nth = Number(location.hash.split("/")[1]);
    if (!guesses[nth - 1]) return;
    await open();
    show(nth);
    current(nth).scrollIntoView({ block: "center", behavior: isStill() ? "instant" : "smooth" });
  }

  function go(nth) {
    if (!guesses[nth - 1]) return;
    history.replaceState(history.state, "", `#${address}/${nth}`);
    follow();
  }

  function show(nth) {
    const now = current(nth);
    if (now.classList.contains("minor")) unfold();
    for (const rung of rungs) rung.open(rung.node === now);
    for (const item of ladder.children) {
      item.classList.toggle("now", item === now);
      if (item === now) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }

  function current(nth) {
    return rungs.find(({ guesses: group }) => group.some((guess) => guess.nth === nth))?.node ?? last;
  }

  // A phone shows only the cruellest guesses at first.
  function shorten() {
    const first = cruellest(guesses);
    const others = rungs.filter(({ guesses: group }) => !group.some((guess) => first.includes(guess)));
    if (others.length < 2) return;
    for (const { node: rung } of others) rung.classList.add("minor");
    unfold = fold(ladder, t("allGuesses", { n: guesses.length }));
  }

  // Adds the review of each guess as soon as it has come.
  async function judge() {
    const reviewed = await service.contentOf(`games/${game.id}/review`, { signal: page.signal });
    if (reviewed?.guesses.length !== guesses.length) return; // none, or not of these guesses
    for (const rung of rungs) {
      const sentence = verdict(reviewed.guesses[rung.guesses[0].nth - 1], game.writing);
      if (!sentence) continue;
      rung.review.replaceChildren(sentence);
      rung.node.classList.toggle("with-cost", sentence.classList.contains("costly"));
    }
    account.replaceChildren(breakdown(reviewed, honest) ?? "");
  }
}

// One number with its meaning, how often an honest dealer would have won, and the dealer's rule.
function figure(game, confession, guesses) {
  const [big, meaning, isRed] = counted(game, confession, guesses);
  return [
    big !== undefined && el("p", { class: isRed ? "number red" : "number" }, big),
    big !== undefined && el("p", { class: "lead" }, meaning),
    hanging(game, confession),
    !confession.honest && has(`dealer.${game.dealer}`) && el("p", { class: "note" }, dealerAndRule({ name: game.dealer }), "."),
  ];
}

function counted(game, { honest, odds }, guesses) {
  const [before, after] = [guesses[0].before, guesses.at(-1).after];
  const n = odds ? odds.word_count / odds.same_answers : before / after;
  const wasted = guesses.filter((guess) => guess.wasted);
  if (honest && game.status === "won") return []; // its headline has the number
  if (honest && wasted.length) return [t("misses.n", { n: wasted.length }), t("ownMisses", { n: wasted.length })];
  if (!(n > 1)) return [];
  if (!honest && after === 1) return [t("oneOf", { n: number(before) }), t("leftToIt", { n: before, word: game.writing.capitals(game.word) })];
  if (n < 2) return [percent(1 / n), t(honest ? "shareFair" : "shareHonest"), !honest];
  const rounded = number(n < 10 ? Math.round(10 * n) / 10 : Math.round(n));
  return [t("oneIn", { n: rounded }), t(honest ? "likeThisFair" : "likeThis", { n: rounded }), !honest];
}

function hanging(game, { honest, odds }) {
  if (!odds || game.max_misses === ENDLESS) return null;
  const n = Math.round(100 * odds.hanged_share);
  const often = t(n === 0 ? (odds.hanged_share ? "hangsRarely" : "hangsNever") : "hangs", { n });
  const always = !honest && game.status === "lost" && n < 100;
  return el("p", { class: "note" }, often, always && ` ${t("toThisOne")}`);
}
