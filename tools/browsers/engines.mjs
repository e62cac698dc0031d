// Three engines, and services for them to play at.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const PATIENCE = 60; // seconds

// Each opens a page, evaluates an expression there, types, and closes.
export const ENGINES = {
  Chromium: () => puppeteered("chrome", "chromium", ["--no-sandbox", "--disable-gpu"]),
  Firefox: () => puppeteered("firefox", "firefox-esr", []), // by WebDriver BiDi
  WebKitGTK: webkit,
};

async function puppeteered(name, command, args) {
  const browser = await puppeteer.launch({ browser: name, executablePath: found(command, command), args });
  const page = await browser.newPage();
  const devtools = name === "chrome" && await page.createCDPSession();
  return {
    version: await browser.version(),
    open: (url) => page.goto(url),
    value: (expression) => page.evaluate(expression),
    type: (text) => (devtools ? pressed(devtools, text) : page.keyboard.type(text)),
    close: () => browser.close(),
  };
}

// Presses keys, of any keyboard: puppeteer's own `type` presses those of an American one, and only inserts all others.
async function pressed(devtools, text) {
  for (const key of text) {
    await devtools.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key });
    await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }
}

// WebKitGTK speaks WebDriver only, which is a handful of requests.
async function webkit() {
  found("WebKitWebDriver", "webkit2gtk-driver");
  const port = await freePort();
  const driver = started(found("xvfb-run", "xvfb xauth"), ["--auto-servernum", "WebKitWebDriver", `--port=${port}`]);
  const ask = async (path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, { method: "POST", body: JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(value.message);
    return value;
  };
  const { sessionId, capabilities } = await tried("WebKitWebDriver does not start", () => ask("", { capabilities: {} }));
  const press = (value) => [{ type: "keyDown", value }, { type: "keyUp", value }];
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    open: (url) => ask(`/${sessionId}/url`, { url }),
    value: (expression) => ask(`/${sessionId}/execute/sync`, { script: `return ${expression.trim()}`, args: [] }),
    type: (text) => ask(`/${sessionId}/actions`, { actions: [{ type: "key", id: "keys", actions: [...text].flatMap(press) }] }),
    close: () => stopped(driver),
  };
}

function found(command, packages) {
  try {
    return execFileSync("sh", ["-c", `command -v ${command}`], { encoding: "utf8" }).trim();
  } catch {
    throw new Error(`${command} is not here: apt-get install ${packages}`);
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

// A program in a process group of its own, so that what it has started is stopped with it.
const started = (command, args, env = {}) =>
  spawn(command, args, { detached: true, stdio: "ignore", env: { ...process.env, LANG: "C.UTF-8", ...env } });

async function stopped(program) {
  process.kill(-program.pid, "SIGTERM");
  if (program.exitCode === null) await once(program, "exit");
}

export const RARE_FIRST = "qjxzkvwyfbghmpcudltnsroiae"; // letters that lose a game

// The answer of a service to a POST.
export async function posted(url, body) {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

// Repeats `action` until it returns something without an error; returns that.
export async function tried(otherwise, action) {
  let why = "";
  for (const end = Date.now() + 1000 * PATIENCE; Date.now() < end; await pause(100)) {
    const value = await action().catch((error) => (why = error.message) && null);
    if (value) return value;
  }
  throw new Error(`${otherwise}. ${why}`);
}

// A service of its own, without limits; `more` are further variables.
export async function served(more = {}) {
  const folder = await mkdtemp(join(tmpdir(), "browsers-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = started("hangman", ["serve"], { PORT: port, XDG_STATE_HOME: folder, HANGMAN_RATELIMIT_ENABLED: "false", ...more });
  const stop = async () => {
    await stopped(service);
    await rm(folder, { recursive: true });
  };
  try {
    await tried("The service does not start", async () => (await fetch(`${url}/readyz`)).ok);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
