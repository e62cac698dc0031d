// What the address of the page names: a screen, a game, or a game to watch. People's links end with the dot of their sentence,
// with a bracket or a blank, or come in capitals.

export const WATCH = "watch=";
export const LIKE = "like="; // a word that a friend has set, for a game of one's own
export const GROUP = "hanged="; // another word of a lost game for each of a group

const ESCAPED = /%[0-9a-f]{2}/gi;
const word = (text = "", wanted = /[0-9a-z]+/i) => text.replace(ESCAPED, " ").match(wanted)?.[0].toLowerCase();
const WITH_HYPHENS = /[0-9a-z]+(-[0-9a-z]+)*/i; // the name of a dealer

// `name` is /… for a screen, "" for the first one, or else an id, perhaps after WATCH, LIKE or GROUP; `more` is what follows “?”.
export function addressIn(hash) {
  const [path, more] = hash.replace(/^#/, "").split("?");
  if (path.startsWith("/") && path !== "/") return { name: path, more };
  const [first] = path.split("/");
  if (!first) return { name: "", more };
  const prefix = [WATCH, LIKE, GROUP].find((each) => first.toLowerCase().startsWith(each)) ?? "";
  return { name: prefix + (word(first.slice(prefix.length)) ?? "none"), more: word(more, WITH_HYPHENS) };
}
