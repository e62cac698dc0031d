// The first screen: one press and you play, or choose the game first.

import * as api from "./api.js";
import { el } from "./dom.js";
import { gallows } from "./gallows.js";
import { has, number, t } from "./language.js";
import { remember, remembered } from "./remembered.js";

const MOST_MISSES = 26;
const NEVER = "never";

export async function startScreen(page) {
  const last = remembered("game", null);
  const play = el("button", { type: "submit", class: "main" }, t("play"));
  const options = el("details", { open: remembered("open", false) }, el("summary", {}, t("choose")));
  const form = el("form", { class: "start" }, play, options);
  const drawing = gallows();
  drawing.update({ misses: 0, max_misses: null, status: "in_progress" });
  page.show(
    el("div", { class: "board" },
      el("div", { class: "side" }, drawing.node),
      el("div", {},
        el("h1", { tabindex: -1 }, t("title")),
        el("p", { class: "lead" }, t("lead")),
        form,
        last && el("p", {}, el("a", { href: `#${last}` }, t("goOn"))),
        page.status)),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    page.play();
  });
  options.addEventListener("toggle", () => remember("open", options.open));
  const [dictionaries, dealers] = await Promise.all([
    api.dictionaries(page.patience),
    api.dealers(page.patience),
  ]);
  options.append(...fields(dictionaries, dealers));
}

// What a new game is asked for: as chosen before on this device, the service's defaults otherwise.
export function asked() {
  const { dictionary, length, misses, dealer, count } = remembered("choices", {});
  return {
    ...(dictionary && { dictionary }),
    ...(length && { length: Number(length) }),
    ...(misses && { max_misses: misses === NEVER ? null : Number(misses) }),
    ...(dealer && { dealer }),
    insight: count ? "count" : "none",
  };
}

function fields(dictionaries, dealers) {
  const chosen = { dictionary: "en", length: "", misses: "8", dealer: dealers[0].name, count: false };
  Object.assign(chosen, remembered("choices", {}));
  const choose = (name, value) => {
    chosen[name] = value;
    remember("choices", chosen);
  };

  const dealerNames = dealers.map(({ name }) => name);
  if (!dealerNames.includes(chosen.dealer)) choose("dealer", dealerNames[0]);
  const dealer = el(
    "fieldset",
    {},
    el("legend", {}, t("dealer")),
    dealers.map(({ name, description }) => {
      const key = `dealer.${name}`;
      const radio = { type: "radio", name: "dealer", value: name, checked: name === chosen.dealer };
      const input = el("input", { ...radio, change: () => choose("dealer", name) });
      return el("label", { class: "choice" }, input, has(key) ? t(key) : description);
    }),
  );

  const length = select(t("length"), [], chosen.length, (value) => choose("length", value));
  const offerLengths = () => {
    const { lengths } = dictionaries.find(({ name }) => name === chosen.dictionary);
    length.offer([
      ["", t("anyLength")],
      ...lengths.map(({ length: n, words }) => [
        String(n),
        `${t("letters", { n })} (${t("words", { n: words })})`,
      ]),
    ]);
    if (length.value() !== chosen.length) choose("length", length.value());
  };

  const words = dictionaries.map(({ name, words: n }) => {
    const key = `dictionary.${name}`;
    return [name, `${has(key) ? t(key) : name} (${number(n)})`];
  });
  const dictionary = select(t("dictionary"), words, chosen.dictionary, (value) => {
    choose("dictionary", value);
    offerLengths();
  });
  if (dictionary.value() !== chosen.dictionary) choose("dictionary", dictionary.value());
  offerLengths();

  const numbers = Array.from({ length: MOST_MISSES }, (_, index) => String(index + 1));
  const misses = select(
    t("misses"),
    [...numbers.map((n) => [n, number(Number(n))]), [NEVER, t("never")]],
    chosen.misses,
    (value) => choose("misses", value),
  );

  const box = el("input", {
    type: "checkbox",
    checked: chosen.count,
    change: ({ currentTarget }) => choose("count", currentTarget.checked),
  });
  const count = el("label", { class: "choice" }, box, t("count"));
  return [dealer, dictionary.node, length.node, misses.node, count];
}

// A labelled list to choose from; what is no longer on offer gives way to the first.
function select(label, options, chosen, choose) {
  const input = el("select", { change: () => choose(input.value) });
  const offer = (all) => {
    const before = input.value || chosen;
    input.replaceChildren(...all.map(([value, text]) => el("option", { value }, text)));
    input.value = before;
    if (input.selectedIndex < 0) input.selectedIndex = 0;
  };
  offer(options);
  return { node: el("label", { class: "field" }, label, input), offer, value: () => input.value };
}
