// A word for a friend: the player sets it here, and the friend who opens the link guesses it.

import { chosen, ofThisLanguage, selectMisses, selectWords, standard, wordsOf } from "./choices.js";
import { el } from "./dom.js";
import { Problem, newKey, pause } from "./hangman.js";
import { list, moment, t } from "./language.js";
import { pattern } from "./pattern.js";
import { wordSetHere } from "./playing.js";
import { remember, remembered } from "./remembered.js";
import * as service from "./service.js";
import { likeLink, sending } from "./share.js";

const USUAL_MISSES = "6";
const LONGEST = 128; // letters
const FORTNIGHT = 14 * 86_400; // seconds: a friend may take time
const SILENCE = 400; // milliseconds after the last key press until the word is looked up

const MOST_WORDS = 20; // the last ones that were set here

const keepWord = (set) => remember("words", [set, ...remembered("words", [])].slice(0, MOST_WORDS));

// The address names the game if the word is set already.
export async function wordScreen(page, address) {
  const query = new URLSearchParams(address);
  const [dictionaries, ours] = await Promise.all([service.dictionaries(page.patience), ofThisLanguage(page.patience)]);
  if (query.has("game")) {
    const { content: game } = await service.get(`games/${encodeURIComponent(query.get("game"))}`, page.patience);
    const { writing } = wordsOf(game, dictionaries).dictionary;
    return showLinks(page, game, { ...wordSetHere(game.watch_id), writing });
  }
  return showForm(page, dictionaries, chosen().dictionary || ours || standard(dictionaries).name);
}

function showForm(page, dictionaries, preferred) {
  const input = el("input", {
    required: true, autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: LONGEST,
    "aria-describedby": "length", input: retype,
  });
  const length = el("p", { id: "length", class: "note" });
  const more = el("div");
  const dictionary = selectWords(dictionaries, preferred, retype);
  const misses = selectMisses(t("missesAllowed"), [], USUAL_MISSES, () => {});
  const button = el("button", { class: "main large wide" }, t("makeLink"));
  page.show(
    el("div", { class: "column" },
      el("h1", { tabindex: -1 }, t("wordForAFriend")),
      el("p", { class: "lead" }, t("youSetIt")),
      el("form", { class: "setting", novalidate: true, submit },
        el("label", { class: "field" }, t("yourWord"), input), length, page.status, more,
        dictionary.node, misses.node, button),
      page.trouble,
      el("p", { class: "note" }, t("linkHidesIt"))));
  let looking = new AbortController();
  retype();

  function typed() {
    return input.value.trim();
  }

  function chosenDictionary() {
    return dictionaries.find(({ name }) => name === dictionary.value());
  }

  function shown() {
    const { writing } = chosenDictionary();
    return writing.capitals(writing.read(typed()));
  }

  function retype() {
    input.removeAttribute("aria-invalid");
    page.say();
    more.replaceChildren();
    const letters = lettersOf(typed(), chosenDictionary());
    const others = foreign(letters, chosenDictionary());
    const isCounted = letters.length > 0 && !others.length;
    length.textContent = isCounted ? t("letters", { n: letters.length }) : "";
    Object.assign(input, chosenDictionary().writing.attributes);
    if (others.length) page.say(onlyLetters(chosenDictionary(), others));
    looking.abort();
    looking = new AbortController();
    if (isCounted) lookUp(letters, AbortSignal.any([page.signal, looking.signal])).catch(() => {}); // an error shows when the word is sent
  }

  // When the player stops typing, says whether the dictionary has the word.
  async function lookUp(letters, signal) {
    await pause(SILENCE, signal);
    const json = { pattern: letters.join(""), dictionary: dictionary.value() };
    const isThere = await service.post("hints", { json, signal }).then(({ content }) => content.words_left > 0, (problem) => {
      if (problem.kind === "no-words-of-length") return false;
      throw problem;
    });
    if (isThere) length.textContent = t("isAWord", { letters: length.textContent });
    else offerMore(t("notThere", { word: shown() }));
  }

  function refuse(why) {
    input.setAttribute("aria-invalid", "true");
    input.focus();
    page.say(why);
  }

  async function submit(event) {
    event.preventDefault();
    if (!typed()) return refuse(t("setAWord"));
    const others = foreign(lettersOf(typed(), chosenDictionary()), chosenDictionary());
    if (others.length) return refuseAndOffer(onlyLetters(chosenDictionary(), others));
    if (button.ariaDisabled) return null;
    looking.abort();
    button.ariaDisabled = "true";
    button.classList.add("working");
    try {
      const json = { secret_word: typed(), copyable: true, dictionary: dictionary.value(), max_misses: Number(misses.value()) };
      const { content } = await start({ ...json, keep_seconds: FORTNIGHT }).catch((problem) => {
        if (problem.kind !== "out-of-range") throw problem;
        return start(json); // this service does not keep games that long
      });
      keepWord({ game: content.watch_id, word: chosenDictionary().writing.read(typed()) });
      location.hash = `/word?game=${content.id}`;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      lookAfter(problem);
    } finally {
      button.ariaDisabled = null;
      button.classList.remove("working");
    }
    return null;
  }

  function start(json) {
    return service.post("games", { json, key: newKey(), ...page.patience });
  }

  function lookAfter(problem) {
    if (problem.kind !== "not-a-word") return refuse(page.sentence(problem));
    refuseAndOffer(t("notThere", { word: shown() }));
  }

  function refuseAndOffer(why) {
    refuse(why);
    offerMore(why);
  }

  function offerMore(why) {
    page.say(why);
    const larger = largerThan(chosenDictionary());
    if (larger) more.replaceChildren(el("button", { type: "button", class: "wide", click: () => tryAmong(larger) },
      t("tryAmong")));
  }

  // The largest dictionary that is larger than this one and may have the word.
  function largerThan(now) {
    const hasAll = (other, letters) => !foreign(letters, other).length && other.lengths.some(({ length: n }) => n === letters.length);
    const others = dictionaries.filter((other) => other.language === now.language && other.word_count > now.word_count
      && hasAll(other, lettersOf(typed(), other)));
    return others.sort((one, other) => other.word_count - one.word_count)[0];
  }

  function tryAmong({ name }) {
    dictionary.choose(name);
    button.focus();
    retype();
    button.click();
  }
}

// A word in letters of a dictionary; other characters stay as they are.
const lettersOf = (word, { writing }) => [...writing.read(word)];

// The letters that the alphabet of a dictionary does not have, each once.
const foreign = (letters, { writing }) => [...new Set(letters)].filter((letter) => !writing.letters.includes(letter));

// “Only the letters A to Z: no Ä or space.”
function onlyLetters({ writing }, others) {
  const named = others.map((letter) => (letter.trim() ? capital(letter, writing.language) : t("space")));
  const runs = runsOf(writing.letters).map((run) => run.map((letter) => writing.capitals(letter)));
  const letters = runs.map(([first, last]) => (first === last ? first : t("lettersTo", { first, last })));
  return t("onlyLetters", { letters: list(letters), others: list([...new Set(named)], "disjunction") });
}

// The capital of a letter that the dictionary does not have, if that is a single letter, too; ß stays ß.
function capital(letter, language) {
  const upper = letter.toLocaleUpperCase(language);
  return upper.length === letter.length ? upper : letter;
}

// The first and the last letter of each run of consecutive letters: a to z, å, ä, ö.
function runsOf(letters) {
  const follows = (letter, other) => letter.codePointAt(0) === other.codePointAt(0) + 1;
  return letters.reduce((runs, letter) => {
    const [first, last] = runs.at(-1) ?? [];
    return last && follows(letter, last) ? [...runs.slice(0, -1), [first, letter]] : [...runs, [letter, letter]];
  }, []);
}

// `own` has the word, if it was set on this device, and its writing.
function showLinks(page, game, own) {
  const link = likeLink(game);
  page.show(
    el("div", { class: "column" },
      el("h1", { tabindex: -1 }, t("linkIsMade")),
      el("p", { class: "lead" }, t("sendIt")),
      el("div", { class: "card" },
        own.word && el("div", { class: "word" }, pattern({ pattern: own.word, writing: own.writing })),
        sending(link, t("copyLink")),
        el("p", { class: "note" }, t("linkWorks", { until: moment(game.expires_at) })),
        el("p", { class: "note" }, link)),
      el("p", {}, el("a", { href: "#/word" }, t("anotherWord")))));
}
