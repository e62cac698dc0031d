// The dialog to change the player's settings.

import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { t } from "./language.js";
import { CHOICES, set, setting } from "./settings.js";

export function settingsDialog() {
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
