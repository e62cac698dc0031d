// What this device remembers: games and choices, never secrets. It may forget, or refuse to remember.

const KEY = "evil-hangman";
const CHOICES = ["language", "settings", "choices", "open", "taught"];

let unsaved = null; // what the browser does not keep: this page remembers it as long as it is open

function everything() {
  try {
    return unsaved ?? JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const remembered = (name, otherwise) => everything()[name] ?? otherwise;

// Whether it is kept.
export const remember = (name, value) => keep({ ...everything(), [name]: value });

// Forgets every game: whatever is not a choice.
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
