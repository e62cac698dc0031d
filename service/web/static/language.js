// The language of the page, and its texts, numbers and lists in it.

import { remembered } from "./remembered.js";

const NAMES = { en: "English", de: "Deutsch" }; // load_texts.js has their texts
export const languages = Object.entries(NAMES).map(([code, name]) => ({ code, name }));
export let language = "en";
const texts = {}; // by language and name, as far as they are loaded

// Adds texts, by language and name.
export function learn(more) {
  for (const [code, added] of Object.entries(more)) texts[code] = { ...texts[code], ...added };
}

// From now on, in a language whose texts are loaded.
export function speak(code) {
  language = code;
  document.documentElement.lang = code;
}

// The language that was chosen before, or the first of the browser's languages that the page has.
export function preferred() {
  const wanted = [remembered("language", ""), ...navigator.languages];
  const codes = wanted.map((tag) => tag.split("-")[0]);
  return codes.find((code) => code in NAMES) ?? "en";
}

// A text with its {values} put in. If it has plural forms, the value `n` chooses one.
export const t = (name, values = {}) => written(texts[language][name], values, "cardinal");

// 6th, 6.
export const ordinal = (n) => written(texts[language].nth, { n }, "ordinal");

function written(text, values, type) {
  const form = formatter(Intl.PluralRules, { type }).select(values.n ?? 0);
  const chosen = typeof text === "string" ? text : (text[form] ?? text.other);
  return chosen.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}

// Formatters for numbers, plurals and lists are used all the time and slow to create, so they are cached.
const formatters = new Map();

function formatter(Kind, options = {}) {
  const name = [language, Kind.name, JSON.stringify(options)].join();
  if (!formatters.has(name)) formatters.set(name, new Kind(language, options));
  return formatters.get(name);
}

const shown = (value) => (typeof value === "number" ? number(value) : value);

// “English”, “Englisch”
export const nameOfLanguage = (code) => new Intl.DisplayNames(language, { type: "language" }).of(code.split("-")[0]);

// “English”, “englisch”: of all languages, only English begins its adjectives with a capital.
export const languageName = (code) =>
  (language === "en" ? nameOfLanguage(code) : nameOfLanguage(code).toLocaleLowerCase(language));

export const has = (name) => name in texts[language];
const formatted = (value, options) => formatter(Intl.NumberFormat, options).format(value).replace("-", "−");
export const number = (value) => formatted(value);
export const decimal = (value) => formatted(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
export const percent = (share) => formatted(share, { style: "percent" });
export const list = (items, type = "conjunction") => formatter(Intl.ListFormat, { type }).format(items);

// Dates are written as in the reader's country, if the page speaks its language: 22 November in
// Britain, November 22 in the United States.
const locale = () => navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
const dated = (day, options) =>
  new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", ...options }).format(new Date(day));
const UTC = { timeZone: "UTC" }; // as the service counts days

export const dayOfMonth = (day) => dated(day, UTC);
export const date = (day) => dated(day, { weekday: "long", ...UTC });
export const weekday = (day) => new Intl.DateTimeFormat(locale(), { weekday: "long", ...UTC }).format(new Date(day));
export const moment = (day) => dated(day, { weekday: "long", hour: "numeric", minute: "2-digit" });
