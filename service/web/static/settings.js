// The player's settings for the page on this device.

import { loadLazy } from "./load_lazy.js";
import { remember, remembered } from "./remembered.js";

const DEFAULTS = { look: "device", drawing: "gallows", keys: "alphabet", wordsLeft: "known", large: false, typing: true, vibrate: true };
export const CHOICES = {
  look: ["device", "light", "dark", "contrast"],
  drawing: ["gallows", "snowman"],
  keys: ["alphabet", "qwerty", "qwertz"],
  wordsLeft: ["known", "always", "never"],
};

// The default also replaces a choice that the page does not offer.
export function setting(name) {
  const stored = remembered("settings", {})[name] ?? DEFAULTS[name];
  return CHOICES[name]?.includes(stored) === false ? DEFAULTS[name] : stored;
}

export function set(name, value) {
  remember("settings", { ...remembered("settings", {}), [name]: value });
  apply();
  document.dispatchEvent(new Event("settings")); // a running game draws itself again
}

// Sets the attributes of the document that the style sheets read.
export function apply() {
  const wantsContrast = setting("look") === "device" && matchMedia("(prefers-contrast: more)").matches;
  const { dataset } = document.documentElement;
  dataset.look = wantsContrast ? "contrast" : setting("look");
  dataset.keys = setting("large") ? "large" : "small";
}

// Opens the dialog, which comes with lazy.js.
export const openSettings = (page) => loadLazy().then(
  ({ settingsDialog }) => document.querySelector("dialog") || settingsDialog(),
  (problem) => page.say(page.sentence(problem)),
);
