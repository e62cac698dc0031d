// The language of the page, and its texts, numbers and lists in it.

import { remember, remembered } from "./remembered.js";
import texts from "./texts.js";

export const languages = Object.entries(texts).map(([code, { name }]) => ({ code, name }));
export let language = "en";

export function speak(code) {
  language = code;
  document.documentElement.lang = code;
  remember("language", code);
}

// The language that was chosen before, or the first of the browser's that we have.
export function preferred() {
  const wanted = [remembered("language", ""), ...navigator.languages];
  const codes = wanted.map((tag) => tag.split("-")[0]);
  return codes.find((code) => code in texts) ?? "en";
}

// A text with its {values} put in. A text that has plural forms goes by the value `n`.
export function t(name, values = {}) {
  const found = texts[language][name];
  const form = new Intl.PluralRules(language).select(values.n ?? 0);
  const text = typeof found === "string" ? found : (found[form] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, value) => written(values[value]));
}

export const has = (name) => name in texts[language];
export const number = (value) => new Intl.NumberFormat(language).format(value);
export const decimal = (value) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

// “6th”, as the language writes it.
export function ordinal(n) {
  const forms = texts[language].nth;
  const form = forms[new Intl.PluralRules(language, { type: "ordinal" }).select(n)] ?? forms.other;
  return form.replace("{n}", number(n));
}

export const percent = (share) =>
  new Intl.NumberFormat(language, { style: "percent" }).format(share);
export const list = (items, type = "conjunction") =>
  new Intl.ListFormat(language, { type }).format(items);

const written = (value) => (typeof value === "number" ? number(value) : value);
