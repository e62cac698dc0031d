// For `make client`: plays games with /hangman.js through a faulty network, in Node and in three engines, and reloads the page now and then.
// No guess may be lost, and nothing may be done twice.
//
//     node tools/browsers/lose_nothing.mjs 500 Node Chromium Firefox WebKitGTK

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { ENGINES, served, tried } from "./engines.mjs";
import { faultyNetwork } from "./faulty_network.mjs";
import { playLane } from "./lane.js";

const LANES = 4; // games at a time; a browser has six connections
const RELOADED = 4000; // milliseconds between two reloads of the page
const PATIENCE = 5; // seconds for each game of a lane

const [many = "500", ...names] = process.argv.slice(2);
const games = Math.ceil(Number(many) / LANES); // of each lane

// A page of another origin than the service's and the network's.
async function pages(service, network) {
  const script = `
    import { Hangman, NoNetwork } from "${service}/hangman.js";
    import { playLane } from "/lane.js";
    for (let lane = 0; lane < ${LANES}; lane += 1)
      playLane({ Hangman, NoNetwork, url: "${network}", lane, games: ${games}, storage: localStorage });
  `;
  const files = { "/": ["text/html", `<!doctype html><script type="module">${script}</script>`], "/lane.js": ["text/javascript", await readFile(new URL("lane.js", import.meta.url))] };
  const server = createServer(({ url }, response) => {
    const [type, text] = files[url.split("?")[0]] ?? ["text/plain", ""];
    response.writeHead(200, { "Content-Type": type }).end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://localhost:${server.address().port}`, stop: () => (server.close(), server.closeAllConnections()) };
}

const STORED = `JSON.stringify([...Array(${LANES}).keys()].map((lane) =>
  ["played", "errors"].map((name) => JSON.parse(localStorage.getItem(lane + " " + name) ?? "[]"))))`;

async function inBrowser(name, service, network) {
  const { url, stop } = await pages(service, network);
  const engine = await ENGINES[name]();
  try {
    let stored;
    for (let number = 0; ; number += 1) {
      await engine.open(`${url}/?${number}`); // as after a crash: what was on its way is not awaited
      await pause(RELOADED);
      stored = JSON.parse(await engine.value(STORED));
      if (stored.every(([played]) => played.length >= games)) return [engine.version, stored];
      if (number * RELOADED > 1000 * PATIENCE * games + 60_000) throw new Error(`${name} hangs at ${stored.map(([played]) => played.length)}`);
    }
  } finally {
    await engine.close();
    stop();
  }
}

async function inNode(service, network) {
  const source = await (await fetch(`${service}/hangman.js`)).text();
  const { Hangman, NoNetwork } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const stored = await Promise.all([...Array(LANES).keys()].map(async (lane) => {
    const values = new Map();
    const storage = { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => values.set(name, value) };
    await playLane({ Hangman, NoNetwork, url: network, lane, games, storage });
    return ["played", "errors"].map((name) => JSON.parse(values.get(`${lane} ${name}`) ?? "[]"));
  }));
  return [`Node ${process.version}`, stored];
}

// Compares what the client has said with the games of the service.
async function judged(service, network, [version, stored]) {
  const [played, errors] = [stored.flatMap(([games]) => games), stored.flatMap(([, errors]) => errors)];
  let [wrong, guesses] = [0, 0];
  for (const [id, letters] of played) {
    const { guessed_letters: made } = await (await fetch(`${service}/games/${id}`)).json();
    guesses += letters.length;
    if (made.join() !== letters.join()) wrong += 1;
  }
  const doubled = network.started.size - played.length;
  const again = [...network.keys.values()].filter((times) => times > 1).length;
  const faults = Object.values(network.happened).reduce((sum, times) => sum + times, 0);
  console.log(`${version}: ${played.length} games, ${guesses} guesses, ${faults} faults, ${again} requests that the service got more than once;`
    + ` ${wrong} games with lost or other guesses, ${doubled} games that nobody knows, ${network.keys.size - played.length - guesses} keys too many, ${errors.length} errors`);
  for (const error of errors.slice(0, 3)) console.log(error);
  return !wrong && !doubled && !errors.length && network.keys.size === played.length + guesses;
}

const service = await served({ HANGMAN_CORS_ORIGINS: "*" });
let isRight = true;
try {
  for (const name of names.length ? names : ["Node", ...Object.keys(ENGINES)]) {
    const network = await faultyNetwork(service.url);
    const played = name === "Node" ? await inNode(service.url, network.url) : await inBrowser(name, service.url, network.url);
    isRight = (await judged(service.url, network, played)) && isRight;
    network.stop();
  }
} finally {
  await service.stop();
}
process.exit(isRight ? 0 : 1);
