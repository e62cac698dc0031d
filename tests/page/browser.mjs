// As much of a browser as the modules of the page need where nobody looks at them.

import { webcrypto } from "node:crypto";

class Element {
  constructor(name) {
    const classes = new Set();
    const toggle = (one, is = !classes.has(one)) => (classes[is ? "add" : "delete"](one), is);
    const style = { setProperty: (property, value) => (style[property] = String(value)) };
    const classList = { toggle, contains: (one) => classes.has(one), add: (one) => toggle(one, true) };
    Object.assign(this, { name, nodes: [], attributes: {}, listeners: {}, dataset: {}, style, classList });
  }

  setAttribute(name, value) {
    if (name === "class") for (const one of value.split(" ")) this.classList.add(one);
    this.attributes[name] = String(value);
  }

  addEventListener(kind, listener) {
    this.listeners[kind] = listener;
  }

  // Nothing else is heard here; what the listener gives back can be waited for.
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

  // All below that have this name or, after a dot, this class.
  querySelectorAll(selector) {
    const fits = (one) => (selector[0] === "." ? one.classList.contains(selector.slice(1)) : one.name === selector);
    return this.children.flatMap((one) => [...(fits(one) ? [one] : []), ...one.querySelectorAll(selector)]);
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

const give = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
const memory = new Map();

const pressed = new Set();
give("document", {
  addEventListener: (kind, listener, { signal }) => {
    if (kind !== "keydown") return;
    pressed.add(listener);
    signal.addEventListener("abort", () => pressed.delete(listener));
  },
  baseURI: "http://hangman.test/",
  documentElement: new Element("html"),
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
});
give("localStorage", {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => memory.set(key, value),
});
if (!globalThis.crypto) give("crypto", webcrypto); // Node 18

// A key, pressed where no field has the focus.
export const press = (key, more = {}) => pressed.forEach((listen) => listen({ key, target: { closest: () => null }, ...more }));
export const forget = () => memory.clear();
export const prefer = (...languages) => give("navigator", { languages });
prefer("en");

export const texts = (node, selector) => node.querySelectorAll(selector).map(({ textContent }) => textContent);
