// The choices for new games, made on the first screen and stored on this device.

import { el } from "./dom.js";
import { has, language, number, t } from "./language.js";
import { NEVER, missesAllowed, missesNamed } from "./misses.js";
import { remember, remembered } from "./remembered.js";
import * as service from "./service.js";
import { setting } from "./settings.js";

const MOST_MISSES = 26;
export const BEST = "minimax"; // the dealer of the hard mode, and the one to beat
export const ANY = "any"; // the service draws the dealer; the end of the game names it
const CHEAT = "largest-family"; // the dealer of the first game
const DEFAULTS = { dictionary: "", length: "", misses: "8", dealer: "", title: "", hard: false };

export const chosen = () => ({ ...DEFAULTS, ...remembered("choices", {}) });
const choose = (name, value) => remember("choices", { ...remembered("choices", {}), [name]: value });

// The request for a game as chosen on this device; the service has defaults for the rest.
export async function chosenGame(patience) {
  const { length, misses, dealer, hard } = chosen();
  return {
    ...(await words(patience)),
    max_misses: missesNamed(misses),
    ...(length && { length: Number(length) }),
    ...(hard ? { dealer: BEST } : { ...(dealer && { dealer }), ...insight(!(await dealerOf(dealer, patience)).honest) }),
  };
}

// A mystery game: the same words, any length, and a dealer that the service draws. Its misses are always as many, because its
// points are counted in them.
export const anyWord = async (patience) =>
  ({ ...(await words(patience)), max_misses: missesNamed(DEFAULTS.misses), dealer: ANY, ...insight(false) });

async function words(patience) {
  const dictionary = chosen().dictionary || (language === "en" ? "" : await ofThisLanguage(patience));
  return dictionary ? { dictionary } : {};
}

// Whether to show the number of words left; `isCheat` if the player knows that the dealer cheats. Hard games never show it.
function insight(isCheat) {
  const when = setting("wordsLeft");
  return { insight: when === "always" || (when === "known" && isCheat) ? "count" : "none" };
}

async function dealerOf(wanted, patience) {
  const all = await service.dealers(patience);
  return all.find(({ name }) => name === wanted) ?? standard(all);
}

// The first game of a newcomer: short enough that words are left at its end. It ignores the choices.
export async function firstGame(patience) {
  const name = await ofThisLanguage(patience);
  const all = await service.dictionaries(patience);
  const { lengths } = all.find((one) => one.name === name) ?? standard(all);
  const short = lengths.map(({ length }) => length).filter((length) => length >= 6 && length <= 8);
  const length = short[Math.floor(Math.random() * short.length)];
  return { ...(name && { dictionary: name }), ...(length && { length }), max_misses: 6, dealer: CHEAT, ...insight(true) };
}

// The dictionary of a game, and how many words it has of that length.
export function wordsOf({ dictionary: name, length }, all) {
  const dictionary = all.find((one) => one.name === name) ?? all[0];
  return { dictionary, count: dictionary.lengths.find((one) => one.length === length)?.word_count ?? 0 };
}

// The service's default in a list.
export const standard = (all) => all.find((one) => one.default) ?? all[0];

// A dictionary in the language of the page, or "" if there is none.
export async function ofThisLanguage(patience) {
  const all = await service.dictionaries(patience);
  return standard(all.filter((one) => one.language.split("-")[0] === language))?.name ?? "";
}

export const dealerName = ({ name, title }) => (has(`dealerName.${name}`) ? t(`dealerName.${name}`) : (title || name));

// “Schemer: keeps the words with the most letters to find”
export const dealerAndRule = (dealer) => [el("b", {}, `${dealerName(dealer)}: `), dealerText(dealer)];

function dealerText({ name, description, honest }) {
  if (has(`dealer.${name}`)) return t(`dealer.${name}`);
  return honest ? `${t("playsFair")}: ${description}` : description;
}

// “Cheat, 8 misses, any length”; or, before any choice, what there is to choose.
export function summary() {
  const { length, misses, dealer, title, hard } = chosen();
  if (!dealer && !hard && !length && misses === DEFAULTS.misses) return t("itAndMore");
  return [
    hard ? t("hardMode") : dealer && dealerName({ name: dealer, title }),
    missesAllowed(missesNamed(misses)),
    length ? t("letters", { n: Number(length) }) : t("length.any"),
  ].filter(Boolean).join(", ");
}

// “Play Nemesis, 8 letters”
function startText(dealers) {
  const { length, dealer, hard } = chosen();
  const named = hard ? { name: BEST } : (dealers.find(({ name }) => name === dealer) ?? standard(dealers));
  const letters = length ? t("letters", { n: Number(length) }) : t("length.any");
  return t("playThis", { dealer: dealerName(named), letters });
}

// The form for the choices and the button that starts such a game; `changed` is called after each choice.
export function fields(dictionaries, dealers, preferredWords, changed, start) {
  const button = el("button", { type: "button", class: "main large wide", click: start });
  const now = chosen();
  const chosenDealer = dealers.find(({ name }) => name === now.dealer) ?? standard(dealers);
  if (now.dealer !== chosenDealer.name) choose("dealer", (now.dealer = ""));
  const settle = (name, value) => {
    choose(name, (now[name] = value));
    button.textContent = startText(dealers);
    changed();
  };

  const dealer = el("fieldset", { disabled: now.hard }, el("legend", {}, t("dealer")),
    dealers.map((one) => {
      const radio = { type: "radio", name: "dealer", checked: one === chosenDealer };
      const change = () => {
        choose("title", one.title); // the summary is shown before the dealers are known
        settle("dealer", one.name);
      };
      const input = el("input", { ...radio, change });
      return el("label", {}, input, el("span", {}, dealerAndRule(one)));
    }));

  const length = select(t("length"), [], now.length, (value) => settle("length", value));
  const offerLengths = () => {
    const { lengths } = dictionaries.find(({ name }) => name === dictionary.value());
    length.offer([
      ["", t("anyLength")],
      ...lengths.map(({ length: n, word_count }) => [String(n), `${t("letters", { n })} (${t("words", { n: word_count })})`]),
    ]);
    if (length.value() !== now.length) settle("length", length.value());
  };
  const dictionary = selectWords(dictionaries, now.dictionary || preferredWords || standard(dictionaries).name, (value) => {
    settle("dictionary", value);
    offerLengths();
  });
  if (now.dictionary && dictionary.value() !== now.dictionary) settle("dictionary", "");
  offerLengths();

  const misses = selectMisses(t("misses"), [[NEVER, t("never")]], now.misses, (value) => settle("misses", value));

  const harden = ({ currentTarget: { checked } }) => {
    dealer.disabled = checked; // hard games have a dealer of their own
    settle("hard", checked);
  };
  const hard = el("label", {}, el("input", { type: "checkbox", checked: now.hard, change: harden }), t("hard"));
  button.textContent = startText(dealers);
  return [dealer, dictionary.node, length.node, misses.node, el("div", { class: "choices" }, hard), button];
}

// The lists of dictionaries and of allowed misses; `more` has options that come after the numbers.
export const selectWords = (dictionaries, chosenName, take) =>
  select(t("dictionary"), dictionaries.map((one) => [one.name, `${titleOf(one)} (${about(one)})`]), chosenName, take);
const about = ({ word_count, reviewed }) => [number(word_count), ...(reviewed ? [] : [t("notReviewed")])].join(", ");
export const selectMisses = (label, more, chosenMisses, take) =>
  select(label, [...Array.from({ length: MOST_MISSES }, (_, index) => [String(index + 1), number(index + 1)]), ...more], chosenMisses, take);

export const titleOf = ({ name, title }) => (has(`dictionary.${name}`) ? t(`dictionary.${name}`) : title);

// A labelled list of options. If the chosen one is no longer offered, the first is chosen.
function select(label, options, chosenValue, take) {
  const input = el("select", { change: () => take(input.value) });
  const offer = (all) => {
    const before = input.firstChild ? input.value : chosenValue;
    input.replaceChildren(...all.map(([value, text]) => el("option", { value }, text)));
    input.value = before;
    if (input.selectedIndex < 0) input.selectedIndex = 0;
  };
  offer(options);
  return { node: el("label", { class: "field" }, label, input), offer, value: () => input.value, choose: (value) => (input.value = value) };
}
