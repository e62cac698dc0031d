// Loads the texts of one language: those of the first load, and those of lazy.js when it is loaded.

import { language, learn } from "./language.js";

// Unpacked, each file has all languages; `make page` makes a file for each language of it.
const FILES = {
  en: [() => import("./texts.js?en"), () => import("./lazy_texts.js?en")],
  de: [() => import("./texts.js?de"), () => import("./lazy_texts.js?de")],
};
let needed = 1; // files

// Loads what the page needs to speak this language.
export async function loadTexts(code) {
  const files = FILES[code].slice(0, needed).map((load) => load());
  for (const { default: texts } of await Promise.all(files)) learn(texts);
  if (files.length < needed) await loadTexts(code); // lazy.js came meanwhile
}

export function loadLazyTexts() {
  needed = 2;
  return loadTexts(language);
}
