// A sheet over the page, with a heading and a way back.

import { el } from "./dom.js";
import { t } from "./language.js";

const SHEET = "sheet"; // a step of the history, so that Back closes it

leaveStep();
addEventListener("popstate", leaveStep);

export function dialog(title, ...parts) {
  const close = () => node.close();
  const closed = () => {
    removeEventListener("popstate", close);
    node.remove();
    leaveStep();
  };
  const leave = ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    if (target === node && (x < left || x > right || y < top || y > bottom)) close(); // beside the sheet
  };
  const heading = el("h2", { id: "dialog", tabindex: -1 }, title);
  const node = el("dialog", { "aria-labelledby": "dialog", close: closed, click: leave },
    heading, ...parts, el("button", { type: "button", class: "main wide", click: close }, t("done")));
  document.body.append(node);
  node.showModal();
  heading.focus({ preventScroll: true });
  history.pushState(SHEET, "");
  addEventListener("popstate", close, { once: true });
  return node;
}

// Leaves the step of a sheet that is not there: it was closed, or the page was loaded again while it was open, or the player
// went forward to it.
function leaveStep() {
  if (history.state === SHEET && !document.querySelector("dialog")) history.back();
}
