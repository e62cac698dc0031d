// The player's settings for the page on this device, and the dialog to change them.

import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { t } from "./language.js";
import { remember, remembered } from "./remembered.js";

const DEFAULTS = { look: "device", drawing: "gallows", keys: "alphabet", wordsLeft: "known", large: false, typing: true, vibrate: true };
const CHOICES = {
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

export function openSettings() {
  dialog(
    t("settings"),
    ...Object.keys(CHOICES).map(chooser),
    el("div", { class: "choices" }, box("large", t("largeKeys")), box("typing", t("typing")),
      navigator.vibrate && box("vibrate", t("vibrate"))),
  );
}

function chooser(name) {
  const radio = (value) =>
    el("input", { type: "radio", name, checked: value === setting(name), change: () => set(name, value) });
  return el("fieldset", {},
    el("legend", {}, t(`setting.${name}`)),
    el("div", { class: "choices" },
      CHOICES[name].map((value) => el("label", {}, radio(value), t(`${name}.${value}`)))));
}

function box(name, text) {
  const change = ({ currentTarget }) => set(name, currentTarget.checked);
  return el("label", {}, el("input", { type: "checkbox", checked: setting(name), change }), text);
}
