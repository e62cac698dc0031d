// The field for a whole word. On a phone it takes the place of the keys.

import { el } from "./dom.js";
import { t } from "./language.js";

// `offer` gets a word that can be it, `say` the reason why one was not offered; `fits` tells one from the other.
export function wordEntry({ length, language }, fits, offer, say) {
  const input = el("input", {
    name: "word", lang: language, required: true, autocomplete: "off", autocapitalize: "none",
    spellcheck: "false", enterkeyhint: "go", maxlength: 2 * length,
    input: () => input.removeAttribute("aria-invalid"),
  });
  const send = (event) => {
    event.preventDefault();
    const word = input.value.trim();
    const isLong = [...word].length === length;
    if (!isLong || !fits(word)) {
      input.setAttribute("aria-invalid", "true");
      say(isLong ? t("cannotBe") : t("wordOf", { n: length }));
      return;
    }
    input.value = "";
    close();
    offer(word);
  };
  const node = el("form", { class: "entry", submit: send },
    el("label", {}, t("guessWord"), input),
    el("button", {}, t("guess")),
    el("button", { type: "button", class: "link back", click: () => close() }, t("backToLetters")));

  const close = () => node.parentElement.classList.remove("spelling");
  function open() {
    node.parentElement.classList.add("spelling");
    input.focus();
  }

  return { node, open };
}
