// The screen with the statistics of this device.

import { scoreLine, tally } from "./accusation.js";
import { dealerName } from "./choices.js";
import { countOfDeals } from "./dealt.js";
import { el } from "./dom.js";
import { number, percent, t } from "./language.js";
import { forgetGames } from "./remembered.js";
import { results } from "./results.js";
import { byDealer, byMisses, dayOf, totals } from "./totals.js";

export function statisticsScreen(page) {
  const games = results();
  page.show(
    el("h1", { tabindex: -1 }, t("yourGames")),
    el("div", { class: "statistics" },
      summary(tally(games), countOfDeals()),
      scoreLine(games),
      numbers(totals(games, new Date())),
      games.length > 0 && chart(byMisses(games)),
      games.length > 0 && table("againstWhom", ["dealer", "games", "wins"],
        byDealer(games).map(([dealer, ...counts]) => [dealerName(dealer), ...counts]))),
    el("p", { class: "note" }, t("onThisDevice")),
    el("div", { class: "pair" },
      el("button", { type: "button", click: () => exported(games) }, t("export")),
      el("button", { type: "button", click: () => askAndErase(page) }, t("erase"))),
    page.status,
  );
}

// “You caught 2 of 4 cheats. You trusted 2 of 3 honest dealers.” And the games that the player dealt.
function summary({ cheats, fairDealers }, { dealt, hung }) {
  const sentences = [cheats.all && t("youCatch", { n: cheats.all, right: cheats.right }),
    fairDealers.all && t("youTrust", { n: fairDealers.all, right: fairDealers.right }),
    dealt && t("youHanged", { n: dealt, hung: number(hung) })].filter(Boolean);
  return sentences.length > 0 && el("p", { class: "lead" }, sentences.join(" "));
}

function numbers({ games, won, days, row, fewest, hints }) {
  const cell = (value, label) =>
    el("div", {}, el("dt", {}, label), el("dd", { class: "number" }, value));
  return el("dl", { class: "numbers" },
    cell(number(games), t("gamesPlayed", { n: games })),
    cell(percent(won), t("gamesWon")),
    cell(number(days), t("daysInARow", { n: days })),
    cell(number(row), t("winsInARow", { n: row })),
    cell(fewest === null ? "–" : number(fewest), t("fewestMisses", { n: fewest ?? 0 })),
    cell(number(hints), t("hintsAsked", { n: hints })));
}

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

// A table with two numbers in each row.
function table(title, heads, rows) {
  return el("section", {},
    el("h2", { id: title }, t(title)),
    el("table", { "aria-labelledby": title },
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, t(head))))),
      el("tbody", {}, rows.map(([name, first, second]) =>
        el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, number(first)), el("td", {}, number(second)))))));
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
