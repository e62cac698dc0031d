// What this device stores: games and choices. The browser may forget it, or refuse to store it.

const KEY = "evil-hangman";
const CHOICES = ["language", "settings", "choices", "open", "taught"];

let unsaved = null; // everything, if the browser refuses to store it: lost when the page is closed

function everything() {
  try {
    return unsaved ?? JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const remembered = (name, otherwise) => everything()[name] ?? otherwise;

// Stores a value; false if the browser refused.
export const remember = (name, value) => keep({ ...everything(), [name]: value });

// Forgets every game: everything except the choices.
export const forgetGames = () => keep(Object.fromEntries(Object.entries(everything()).filter(([name]) => CHOICES.includes(name))));

function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    unsaved = null;
  } catch {
    unsaved = all; // private browsing, or no room
  }
  return unsaved === null;
}
