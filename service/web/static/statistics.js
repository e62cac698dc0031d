// The screen of what was played on this device.

import { tally } from "./accusation.js";
import { dealerName } from "./choices.js";
import { el } from "./dom.js";
import { number, percent, t } from "./language.js";
import { byDealer, byMisses, dayOf, erase, results, totals } from "./results.js";

export function statisticsScreen(page) {
  const games = results();
  page.show(
    el("h1", { tabindex: -1 }, t("yourGames")),
    el("div", { class: "statistics" },
      numbers(totals(games, new Date())),
      games.length > 0 && chart(byMisses(games)),
      games.length > 0 && table(byDealer(games)),
      games.length > 0 && accusations(tally(games))),
    el("p", { class: "note" }, t("onThisDevice")),
    el("div", { class: "pair" },
      el("button", { type: "button", click: () => exported(games) }, t("export")),
      el("button", { type: "button", click: () => askAndErase(page) }, t("erase"))),
    page.status,
  );
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

function table(rows) {
  const head = (text) => el("th", { scope: "col" }, text);
  return el("section", {},
    el("h2", { id: "dealers" }, t("againstWhom")),
    el("table", { "aria-labelledby": "dealers" },
      el("thead", {}, el("tr", {}, head(t("dealer")), head(t("games")), head(t("wins")))),
      el("tbody", {}, rows.map(([dealer, games, wins]) =>
        el("tr", {}, el("th", { scope: "row" }, dealerName({ name: dealer })),
          el("td", {}, number(games)), el("td", {}, number(wins)))))));
}

// How often the player was right about it.
function accusations({ cheats, fair }) {
  const row = (key, { right, all }) => el("li", {}, el("span", {}, t(key)), " ",
    el("b", {}, all ? t("rightOf", { right, all }) : "–"));
  return el("section", {}, el("h2", {}, t("wasItCheating")),
    el("ul", { class: "accusations", role: "list" }, row("cheatsCalled", cheats), row("fairCalled", fair)));
}

function exported(games) {
  const file = new Blob([JSON.stringify(games, null, 1)], { type: "application/json" });
  const href = URL.createObjectURL(file);
  el("a", { href, download: `evil-hangman-${dayOf(new Date())}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

function askAndErase(page) {
  if (!confirm(t("eraseSure"))) return;
  erase();
  statisticsScreen(page);
  page.say(t("erased"));
}
