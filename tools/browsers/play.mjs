// For `make browsers`: plays the lesson, each end of a game, a dealt game, and games in other languages in three engines, on services
// of its own.

import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { ENGINES, RARE_FIRST, posted, served, tried } from "./engines.mjs";
import { LANGUAGES, built, nameOf } from "./languages.mjs";

const ALL_MOTION = 2000; // milliseconds from the end of a game until the question stands still
const CHEAT = { dealer: "largest-family", max_misses: 6 };
// The request, the letters that end the game, the verdict, and the reveal after “It cheated”. This cheat always gives
// the same answers.
const ENDS = {
  "lost to a cheat": [{ ...CHEAT, length: 8 }, "eiaonrts", "You hang.", "It never had a word"],
  "lost when it was cornered": [{ ...CHEAT, length: 22, dictionary: "en-large" }, "eaiosrtnldcmup", "You hang.", "It never had a word until your 3rd guess."],
  "won from a cheat": [{ ...CHEAT, length: 12, max_misses: 1000 }, "eioantsckbg", "You win.", "You beat the cheat."],
  "lost to a fair dealer": [{ secret_word: "zebra", max_misses: 3 }, "quick", "You hang.", "It had ZEBRA from the start."],
  "won from a fair dealer": [{ secret_word: "zebra" }, "zebra", "You win.", "You found it."],
};
const ERRORS = `
  window.complaints = [];
  addEventListener("error", ({ message }) => complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
`;
// Firefox leaves the characters that isolate a word out of a text.
const shows = (engine, text) => tried(`“${text}” does not appear`, () =>
  engine.value(`document.querySelector("main").innerText.replace(/[\\u2068\\u2069]/g, "").includes(${JSON.stringify(text)})`));

async function takesTheLesson(engine, url) {
  await engine.open(`${url}/`);
  await shows(engine, "Ask for an E.");
  await engine.type("e");
  await shows(engine, "There is no E.");
}

async function opens(engine, url, id) {
  await engine.open(`${url}/?${id}#${id}`); // the query forces a reload
  await engine.value(`(() => {${ERRORS}})()`);
}

async function complainsOfNothing(engine) {
  const complaints = await engine.value("complaints.join()");
  if (complaints) throw new Error(complaints);
}

async function playsTo(engine, url, [request, letters, verdict, reveal], direction = "ltr") {
  const { id } = await posted(`${url}/games`, request);
  await opens(engine, url, id);
  await tried("The keys do not appear", () => engine.value(`document.querySelector(".keys button") !== null`));
  for (const group of [".pattern > .hidden", ".keys button"])
    if (await engine.value(runsOf(group)) !== direction) throw new Error(`${group} does not run ${direction}`);
  await engine.type(letters);
  await shows(engine, verdict);
  await shows(engine, "Was it cheating?");
  await pause(ALL_MOTION);
  await engine.type("1");
  await shows(engine, reveal);
  await tried("The confession does not come", () => engine.value(`(() => {
    const confession = document.querySelector(".confession");
    if (confession) confession.open = true;
    return document.querySelector("#guess-1") !== null;
  })()`));
  await complainsOfNothing(engine);
}

// Whether the first of these nodes is at the left of the second.
const runsOf = (nodes) => `(() => {
  const [first, second] = document.querySelectorAll("${nodes}");
  return first.getBoundingClientRect().left < second.getBoundingClientRect().left ? "ltr" : "rtl";
})()`;

// In each language, finds a word by letters as people type them, and is hanged by a cheat.
async function playsInEveryLanguage(engine, url, tell) {
  for (const [language, { secret, typed, shown, rare, direction }] of Object.entries(LANGUAGES)) {
    const dictionary = nameOf(language);
    const set = { dictionary, secret_word: secret };
    await playsTo(engine, url, [set, typed, "You win.", `It had ${shown} from the start.`], direction);
    const cheated = { dictionary, dealer: "largest-family", length: [...secret].length, max_misses: 1 };
    await playsTo(engine, url, [cheated, rare, "You hang.", "It never had a word"], direction);
    tell(`${language}, won and lost`);
  }
}

// A mystery game with an early call after the first answer: there is no question at its end. Whoever deals with this seed, the
// word has no Q, J or X.
async function calls(engine, url) {
  await engine.open(`${url}/?called#/new?length=8&misses=3&words=en&dealer=any&seed=2026`);
  await shows(engine, "A game from a friend");
  await engine.value(`(() => {${ERRORS} document.querySelector(".card button.main").click()})()`);
  await tried("The keys do not appear", () => engine.value(`document.querySelector(".keys button") !== null`));
  await engine.type("q");
  await shows(engine, "It’s cheating!");
  await engine.value(`document.querySelector(".call button").click()`);
  await shows(engine, "You called it.");
  await engine.type("jx");
  await shows(engine, "You called it at your 1st guess.");
  await complainsOfNothing(engine);
}

// A game that the player deals, by the largest family each time, until the guesser has found a word.
async function deals(engine, url) {
  await engine.open(`${url}/?dealt#/deal?4`);
  await engine.value(`(() => {${ERRORS}})()`);
  const isOver = () => engine.value(`document.querySelector(".deal-end") !== null`);
  await shows(engine, "The guesser asks for");
  await shows(engine, "Make it miss.");
  const { goal, most } = await engine.value(`JSON.parse(localStorage["evil-hangman"]).deals[0]`);
  await shows(engine, `Force ${goal} misses. Nemesis, who plays best, forces ${most}.`);
  while (!(await isOver())) {
    const before = await asks(engine);
    await tried("No card can be given", () => engine.value(`document.querySelector(".table:not([inert]) .family-card") !== null`));
    await engine.value(LARGEST);
    await tried("Nothing else is asked", async () => (await isOver()) || (await asks(engine)) !== before);
  }
  await shows(engine, "It got away.");
  await shows(engine, "You forced ");
  await shows(engine, `Nemesis, who sees to the end: ${most}.`);
  await tried("The ladder does not come", () => engine.value(`document.querySelectorAll(".dealt .sheet").length > 2`));
  await complainsOfNothing(engine);
}

// Presses the card with the most words; of equal ones a miss, as it shows the fewest letters, and else the first.
const LARGEST = `(() => {
  const size = (card) => Number(card.querySelector(".count b").textContent) + (card.querySelector(".red") ? 0.5 : 0);
  const cards = [...document.querySelectorAll(".family-card")];
  cards.reduce((best, card) => (size(card) > size(best) ? card : best)).click();
})()`;

const asks = (engine) => engine.value(`document.querySelector("h1").innerText`);

async function watches(engine, url) {
  const game = await lost(url, ENDS["lost to a cheat"][0]);
  await opens(engine, url, `watch=${game.watch_id}`);
  await shows(engine, "It never had a word");
  await tried("The words do not appear", () => engine.value(`document.querySelectorAll(".fitted li").length === 8`));
  await complainsOfNothing(engine);
}

// Three devices open the link of a lost game: each is told another word, and the third sees why when it comes back.
async function sharesWords(engine, url) {
  const game = await lost(url, ENDS["lost to a cheat"][0]);
  const words = new Set();
  const comes = async (time, text) => {
    await engine.open(`${url}/?${time}#hanged=${game.watch_id}`); // the query forces a reload
    await engine.value(`(() => {${ERRORS}})()`);
    await shows(engine, text);
    words.add(await engine.value(`document.querySelector(".word-was, .why .lead b").textContent.match(/[A-Z]{8}/)[0]`));
  };
  for (const device of ["first", "second", "third"]) {
    await engine.value("localStorage.clear()");
    await comes(device, "The word was ");
  }
  await comes("again", "3 different words.");
  if (words.size !== 3) throw new Error(`Not three words: ${[...words]}`);
  await tried("The words are not circled", () => engine.value(`document.querySelectorAll(".wheel .circle").length === 3`));
  await complainsOfNothing(engine);
}

async function lost(url, request) {
  let game = await posted(`${url}/games`, request);
  for (const letter of RARE_FIRST)
    if (game.status === "in_progress") game = await posted(`${url}/games/${game.id}/guesses`, { letter });
  return game;
}

async function playsAll(name, { cheat, fair, foreign }) {
  const engine = await ENGINES[name]();
  const tell = (end) => console.log(`${engine.version}: ${end}`);
  try {
    await takesTheLesson(engine, cheat.url);
    for (const [end, game] of Object.entries(ENDS)) {
      await playsTo(engine, cheat.url, game);
      tell(end);
    }
    await calls(engine, cheat.url);
    tell("called");
    await deals(engine, cheat.url);
    tell("dealt");
    await watches(engine, cheat.url);
    tell("watched");
    await sharesWords(engine, cheat.url);
    tell("a word for three");
    await playsTo(engine, cheat.url, [{ daily: "today" }, RARE_FIRST, "You hang.", "It never had a word"]);
    await playsTo(engine, fair.url, [{ daily: "today" }, RARE_FIRST, "You hang.", "from the start."]);
    tell("the day's both");
    await playsInEveryLanguage(engine, foreign.url, tell);
  } finally {
    await engine.close();
  }
}

// Starts services until one has a day's game dealt by a cheat, and another one dealt fairly: each service draws its own.
const folder = await built();
const services = { foreign: await served({ HANGMAN_DICTIONARY_PATH: folder, HANGMAN_DICTIONARIES: Object.keys(LANGUAGES).map(nameOf).join() }) };
try {
  while (!services.cheat || !services.fair) {
    const { url, stop } = await served();
    const { honest } = await (await fetch(`${url}/games/${(await lost(url, { daily: "today" })).id}/confession`)).json();
    const kind = honest ? "fair" : "cheat";
    if (services[kind]) await stop();
    else services[kind] = { url, stop };
  }
  for (const name of Object.keys(ENGINES)) await playsAll(name, services);
} finally {
  for (const { stop } of Object.values(services)) await stop();
  await rm(folder, { recursive: true });
}
