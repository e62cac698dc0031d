// The page as an app: it is kept on the device, and a new version of it announces itself.

import { el } from "./dom.js";
import { t } from "./language.js";

// Only the packed page has a worker: who changes its files wants to see them at once.
export async function installed() {
  const { worker } = document.documentElement.dataset;
  if (!worker || !navigator.serviceWorker) return;
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  const hadOne = navigator.serviceWorker.controller !== null;
  const registration = await navigator.serviceWorker.register(worker).catch(() => null);
  if (!registration || !hadOne) return;
  if (registration.waiting) announce(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next.addEventListener("statechange", () => next.state === "installed" && announce(next));
  });
}

function announce(next) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  const load = el("button", { type: "button", click: () => next.postMessage("take over") }, t("load"));
  document.body.append(el("div", { class: "announcement", role: "status" }, t("newVersion"), load));
}
