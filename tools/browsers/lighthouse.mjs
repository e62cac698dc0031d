// For `make lighthouse`: asks Lighthouse about each screen, on a service of its own; each score should be 100.

import { execFileSync } from "node:child_process";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";
import { RARE_FIRST, posted, served } from "./engines.mjs";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const CHEAT = { length: 8, max_misses: 6, dealer: "largest-family" };

// A game after so many guesses.
async function played(url, guesses) {
  let game = await posted(`${url}/games`, CHEAT);
  for (const letter of RARE_FIRST.slice(0, guesses)) game = await posted(`${url}/games/${game.id}/guesses`, { letter });
  return game;
}

async function addresses(url) {
  const [game, lost] = [await played(url, 2), await played(url, 6)];
  return {
    lesson: "#/how-to-play", start: "#", game: `#${game.id}`, end: `#${lost.id}`, statistics: "#/statistics", dealing: "#/deal?4",
    "a word for a friend": "#/word", "a game from a friend": "#/new?length=8", watching: `#watch=${game.watch_id}`,
    "another word": `#hanged=${lost.watch_id}`,
  };
}

const { url, stop } = await served();
const executablePath = execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [screen, address] of Object.entries(await addresses(url))) {
    const options = { port: new URL(browser.wsEndpoint()).port, onlyCategories: CATEGORIES, logLevel: "error" };
    const { lhr } = await lighthouse(`${url}/${address}`, options);
    const scores = CATEGORIES.map((name) => Math.round(100 * lhr.categories[name].score));
    const findings = scores.every((score) => score === 100) ? [] : Object.values(lhr.audits)
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== "informative").map(({ id }) => id);
    console.log(`${screen}: ${scores.join(" ")} ${findings.join(", ")}`);
    if (findings.length) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await stop();
}
