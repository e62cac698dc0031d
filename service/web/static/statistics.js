// The screen with the statistics of this device: first how well the player judges dealers.

import { scoreLine, tally } from "./accusation.js";
import { BEST, dealerName } from "./choices.js";
import { playToday } from "./daily.js";
import { endedDeals, missesOf } from "./deals.js";
import { countOfDeals } from "./dealt.js";
import { el } from "./dom.js";
import { number, percent, t } from "./language.js";
import { forgetGames } from "./remembered.js";
import { countedResults, results } from "./results.js";
import { byMisses, dayOf, totals } from "./totals.js";

export function statisticsScreen(page) {
  const [games, deals] = [countedResults(), countOfDeals()];
  const isEmpty = !games.length && !deals.dealt;
  page.show(
    el("h1", { tabindex: -1 }, t("yourGames")),
    isEmpty ? nothingYet(page) : el("div", { class: "statistics" },
      el("dl", { class: "numbers judged" }, judgements(tally(games))),
      scoreLine(games),
      el("dl", { class: "numbers" }, numbers(totals(games, new Date()))),
      deals.dealt > 0 && el("p", { class: "lead" }, t("youHanged", { n: deals.dealt, hung: number(deals.hung) })),
      endedDeals().map(dealOfToday),
      games.length > 0 && chart(byMisses(games))),
    !isEmpty && el("p", { class: "note" }, t("onThisDevice")),
    !isEmpty && el("div", { class: "pair" },
      el("button", { type: "button", click: () => exported(results()) }, t("export")),
      el("button", { type: "button", click: () => askAndErase(page) }, t("erase"))),
    page.status,
  );
}

// Before the first game, there is nothing to count.
const nothingYet = (page) => el("div", { class: "column" },
  el("p", { class: "lead" }, t("nothingYet")),
  el("button", { type: "button", class: "main large wide", click: () => playToday(page) }, t("playTodays")));

const cell = (value, label) =>
  el("div", {}, el("dt", {}, label), el("dd", { class: "number" }, value));

// “2 of 3”, caught; “1 of 1”, trusted with reason: of what was judged.
const judgements = ({ cheats, fairDealers }) => [["caught", cheats], ["trusted", fairDealers]]
  .filter(([, { all }]) => all > 0)
  .map(([name, { right, all }]) => cell(t("ofAll", { right, all }), t(name, { n: all })));

// Only what there is: nobody is told that they have won nothing.
function numbers({ games, won, days, row, fewest, hints }) {
  return [
    games > 0 && cell(number(games), t("gamesPlayed", { n: games })),
    won > 0 && cell(percent(won), t("gamesWon")),
    days > 1 && cell(number(days), t("daysInARow")),
    row > 0 && cell(number(row), t("winsInARow", { n: row })),
    fewest !== null && cell(number(fewest), t("fewestMisses", { n: fewest })),
    hints > 0 && cell(number(hints), t("hintsAsked", { n: hints })),
  ];
}

// “Today, 4 letters: 8 misses. Nemesis forces 11.”, which leads to the result.
const dealOfToday = (deal) => el("p", {}, el("a", { href: `#/deal?${deal.length}` },
  t("dealtToday", { letters: t("letters", { n: deal.length }), n: missesOf(deal), most: deal.most, dealer: dealerName({ name: BEST }) })));

function chart(rows) {
  const most = Math.max(...rows.map(([, n]) => n));
  return el("section", {},
    el("h2", {}, t("missesTitle")),
    el("ul", { class: "chart" }, rows.map(([misses, n]) => bar(misses, n, n / most))));
}

function bar(misses, games, share) {
  const label = misses === "lost" ? t("hanged") : number(misses);
  const filled = el("span", { class: misses === "lost" ? "bar taken" : "bar" });
  filled.style.inlineSize = `calc(${share} * (100% - 3rem))`;
  return el("li", {}, el("span", { class: "label" }, label),
    el("span", { class: "measure" }, filled, el("b", {}, number(games))));
}

function exported(games) {
  const file = new Blob([JSON.stringify(games, null, 1)], { type: "application/json" });
  const href = URL.createObjectURL(file);
  el("a", { href, download: `evil-hangman-${dayOf(new Date())}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

function askAndErase(page) {
  if (!confirm(t("eraseSure"))) return;
  forgetGames();
  page.status.remove(); // otherwise it would be above the new screen
  statisticsScreen(page);
  page.say(t("erased"));
}
