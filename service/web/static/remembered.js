// What this device remembers: choices, never secrets. It may forget, or refuse to remember.

const KEY = "evil-hangman";

function everything() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const remembered = (name, otherwise) => everything()[name] ?? otherwise;

export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...everything(), [name]: value }));
  } catch {
    // private browsing: this page plays on without a memory
  }
}
