// What this device stores: games and choices. The browser may forget it, or refuse to store it.

const KEY = "evil-hangman"; // the entry of all values but those of LARGE, which have entries of their own
const LARGE = ["results"]; // thousands of them: not to be written at every tap
const CHOICES = ["language", "settings", "choices", "open", "taught"];

const entryOf = (name) => (LARGE.includes(name) ? `${KEY} ${name}` : KEY);
const entries = new Map(); // those that were read, parsed
const unsaved = new Set(); // those that the browser refused to store: lost when the page is closed

addEventListener("storage", readAgain);
addEventListener("pageshow", ({ persisted }) => persisted && readAgain()); // while the page was away, it heard of no change

// A value of another kind than `otherwise` is none: anybody may have written it.
export function remembered(name, otherwise) {
  const value = stored(entryOf(name))[name] ?? otherwise;
  return otherwise == null || kind(value) === kind(otherwise) ? value : otherwise;
}

const kind = (value) => (Array.isArray(value) ? "array" : typeof value);

// Stores a value; false if the browser refused.
export const remember = (name, value) => keep(entryOf(name), { ...stored(entryOf(name)), [name]: value });

// Forgets every game: everything except the choices.
export function forgetGames() {
  for (const name of LARGE) keep(entryOf(name), {});
  keep(KEY, Object.fromEntries(Object.entries(stored(KEY)).filter(([name]) => CHOICES.includes(name))));
}

// Parsing takes long if there is much: each entry is read once.
function stored(entry) {
  if (!entries.has(entry)) entries.set(entry, read(entry));
  return entries.get(entry);
}

function read(entry) {
  try {
    const values = Object.entries(JSON.parse(localStorage.getItem(entry)) ?? {});
    return Object.fromEntries(values.map(([name, value]) => [name, Array.isArray(value) ? value.filter((one) => one !== null) : value]));
  } catch {
    return {};
  }
}

function keep(entry, values) {
  entries.set(entry, values);
  try {
    localStorage.setItem(entry, JSON.stringify(values));
    unsaved.delete(entry);
  } catch {
    unsaved.add(entry); // private browsing, or no room
  }
  return !unsaved.has(entry);
}

// Another tab may have changed what is stored.
function readAgain() {
  for (const entry of entries.keys()) if (!unsaved.has(entry)) entries.delete(entry);
}
