// What this device remembers: games and choices, never secrets. It may forget, or refuse to remember.

const KEY = "evil-hangman";
const CHOICES = ["language", "settings", "choices", "open", "taught"];

function everything() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
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
    return true;
  } catch {
    return false; // private browsing, or no room: this page plays on without a memory
  }
}
