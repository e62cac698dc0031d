// The confession of a game, requested until it comes.

import { el } from "./dom.js";
import { t } from "./language.js";
import * as service from "./service.js";

// Resolves to the confession. If it is late, `late` says so and has a button to try again.
export function requested(page, { id }, late) {
  let request = new AbortController();
  const again = () => {
    request.abort();
    request = new AbortController();
    load();
  };
  const button = el("button", { type: "button", class: "link", click: again }, t("tryAgain"));
  const waiting = (why) => {
    if (why && late.contains(button)) return; // it keeps the focus
    late.replaceChildren(...(why ? [t("noConfession"), " ", button] : []));
  };
  let arrived;
  async function load() {
    const signal = AbortSignal.any([page.signal, request.signal]);
    try {
      arrived((await service.get(`games/${id}/confession?words=50`, { signal, waiting })).content);
    } catch (problem) {
      if (!signal.aborted) waiting(problem);
    }
  }
  return new Promise((resolve) => {
    arrived = resolve;
    load();
  });
}
