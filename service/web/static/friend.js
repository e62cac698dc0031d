// A game that a friend has played already: the same for you, if you guess the same.

import { el } from "./dom.js";
import { t } from "./language.js";
import { missesAllowed, missesNamed } from "./misses.js";
import { squares } from "./share.js";

export function friendScreen(page, address) {
  const link = new URLSearchParams(address);
  const wanted = gameOf(link);
  const hits = [...(/^[01]{1,64}$/.exec(link.get("hits"))?.[0] ?? "")].map((digit) => digit === "1");
  page.show(
    el("div", { class: "column" },
      el("h1", { tabindex: -1 }, t("fromAFriend")),
      el("p", { class: "lead" }, t("sameGame")),
      el("div", { class: "card" },
        el("h2", {}, wanted.length ? t("heading", { n: wanted.length }) : t("anyWord")),
        el("p", { class: "note" }, missesAllowed(wanted.max_misses)),
        hits.length > 0 && [squares({ squares: hits }), el("p", { class: "lead" }, toBeat(hits, wanted))],
        el("button", { type: "button", class: "main large wide", click: () => page.play(null, () => wanted) }, t("play"))),
      page.status, page.trouble),
  );
}

// What the friend did: misses to beat, unless they were hanged.
function toBeat(hits, { max_misses: most }) {
  const misses = hits.filter((hit) => !hit).length;
  return misses < most ? t("beat", { n: misses }) : t("friendHanged");
}

// The game that the link describes. The service chooses what is missing or malformed there.
function gameOf(link) {
  const whole = (name) => (/^\d{1,16}$/.test(link.get(name) ?? "") ? Number(link.get(name)) : null);
  const [seed, length] = ["seed", "length"].map(whole);
  return {
    ...(seed !== null && { seed }),
    ...(length && { length }),
    ...(link.get("dealer") && { dealer: link.get("dealer") }),
    ...(link.get("words") && { dictionary: link.get("words") }),
    max_misses: missesNamed(link.get("misses")),
  };
}
