// A fake of those parts of a browser that the modules of the page need in tests.

import { webcrypto } from "node:crypto";

class Element {
  constructor(name) {
    const classes = new Set();
    const toggle = (name, isOn = !classes.has(name)) => (classes[isOn ? "add" : "delete"](name), isOn);
    const style = { setProperty: (property, value) => (style[property] = String(value)) };
    const classList = { toggle, contains: (name) => classes.has(name), add: (name) => toggle(name, true) };
    Object.assign(this, { name, nodes: [], attributes: {}, listeners: {}, dataset: {}, style, classList });
  }

  setAttribute(name, value) {
    if (name === "class") for (const one of value.split(" ")) this.classList.add(one);
    this.attributes[name] = String(value);
  }

  addEventListener(kind, listener) {
    this.listeners[kind] = listener;
  }

  // The only event that is simulated. Returns what the listener returns, so that a test can await it.
  click() {
    return this.listeners.click({ currentTarget: this });
  }

  append(...nodes) {
    this.nodes.push(...nodes);
  }

  replaceChildren(...nodes) {
    this.nodes = nodes;
  }

  get children() {
    return this.nodes.filter((node) => node instanceof Element);
  }

  get childElementCount() {
    return this.children.length;
  }

  get firstChild() {
    return this.nodes[0];
  }

  get textContent() {
    return this.nodes.map((node) => node.textContent ?? String(node)).join("");
  }

  set textContent(text) {
    this.nodes = [text];
  }

  // All descendants that have this name or, after a dot, this class.
  querySelectorAll(selector) {
    const fits = (node) => (selector[0] === "." ? node.classList.contains(selector.slice(1)) : node.name === selector);
    return this.children.flatMap((node) => [...(fits(node) ? [node] : []), ...node.querySelectorAll(selector)]);
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
const memory = new Map();

const pressed = new Set();
define("document", {
  addEventListener: (kind, listener, { signal }) => {
    if (kind !== "keydown") return;
    pressed.add(listener);
    signal.addEventListener("abort", () => pressed.delete(listener));
  },
  baseURI: "http://hangman.test/",
  documentElement: new Element("html"),
  querySelector: () => new Element("link"), // the style of lazy.js is there
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
});
define("localStorage", {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => memory.set(key, value),
});
const waiting = [];
define("addEventListener", (kind, listener) => waiting.push([kind, listener]));
define("history", { state: null });
if (!globalThis.crypto) define("crypto", webcrypto); // Node 18

// Presses a key while no field has the focus.
export const press = (key, more = {}) => pressed.forEach((listen) => listen({ key, target: { closest: () => null }, ...more }));
// Another tab has changed what is stored.
export const storage = () => waiting.forEach(([kind, listener]) => kind === "storage" && listener());
export const forget = () => {
  memory.clear();
  storage();
};
export const prefer = (...languages) => define("navigator", { languages });
prefer("en");

const { learn } = await import("../../service/web/static/language.js");
for (const file of ["texts.js", "lazy_texts.js"]) learn((await import(`../../service/web/static/${file}`)).default);

export const texts = (node, selector) => node.querySelectorAll(selector).map(({ textContent }) => textContent);
