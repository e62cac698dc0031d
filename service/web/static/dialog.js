// A sheet over the page, with a heading and a way back.

import { el } from "./dom.js";
import { t } from "./language.js";

export function dialog(title, ...parts) {
  const close = () => node.close();
  const heading = el("h2", { id: "dialog", tabindex: -1 }, title);
  const node = el("dialog", { "aria-labelledby": "dialog", close: () => node.remove() },
    heading, ...parts, el("button", { type: "button", class: "main wide", click: close }, t("done")));
  document.body.append(node);
  node.showModal();
  heading.focus({ preventScroll: true });
  window.addEventListener("hashchange", close, { once: true });
  return node;
}
