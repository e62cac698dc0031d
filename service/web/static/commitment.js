// The commitment: a digest, published before the first guess, of everything that decides the game. The page checks it,
// and compares the answers that this device stored with those of the confession.

import { answerText, firstDifference, rememberedAnswers } from "./answers.js";
import { el, silent } from "./dom.js";
import { ordinal, t } from "./language.js";

// A line with a tick, which unfolds how to check the commitment yourself; or what is wrong.
export function seal(game, { opening, guesses, honest }) {
  const [sealed, answers] = rememberedAnswers(game.id);
  const different = answers ? firstDifference(answers, guesses) : -1;
  const fits = isCanonical(opening) && [game.commitment, sealed ?? game.commitment].every((one) => one === sha256(opening));
  const wrong = [
    !fits && t("doesNotFit"),
    different >= 0 && difference(different + 1, answers[different], game.writing),
  ].filter(Boolean).map((text) => el("p", { class: "broken" }, text));
  const sentence = t(!sealed ? "startNotSeen" : !answers ? "answersMissed" : honest ? "sealedFair" : "sealedAndSame");
  return el("div", { class: "seal" }, wrong,
    el("details", { class: "unprinted" },
      el("summary", {}, wrong.length ? t("whatWasSealed") : [silent("✓", { class: "tick" }), el("span", {}, sentence)]),
      el("p", { class: "note" }, t("howToCheck")),
      el("p", { class: "digest" }, game.commitment),
      el("pre", { tabindex: 0 }, opening)));
}

// The sentence for a guess whose answer the confession changes; `answer` is the one that this device stored, if any.
function difference(nth, answer, writing) {
  if (!answer) return t("otherGuess", { nth: ordinal(nth) });
  return t("otherAnswer", { nth: ordinal(nth), answer: answerText(answer, writing) });
}

// Whether a text is an object of strings, whole numbers and nulls, byte for byte as RFC 8785 writes it. If a key
// stood there twice, two JSON parsers could read two different openings.
function isCanonical(text) {
  try {
    const members = Object.entries(JSON.parse(text)).sort(([key], [other]) => (key < other ? -1 : 1));
    return JSON.stringify(Object.fromEntries(members)) === text;
  } catch {
    return false;
  }
}

const FRACTION = 2 ** 32;
const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const fractionOf = (root) => Math.floor((root - Math.floor(root)) * FRACTION);
const START = primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fractionOf(Math.cbrt(prime)));

const rotated = (word, by) => (word >>> by) | (word << (32 - by));

// The digest of a text in UTF-8, in hexadecimal.
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  bytes.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor((8 * bytes.length) / FRACTION));
  padded.setUint32(padded.byteLength - 4, 8 * bytes.length);
  let state = START;
  for (let block = 0; block < padded.byteLength; block += 64) state = compressed(state, padded, block);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

// The state after one block of 64 bytes.
function compressed(state, bytes, block) {
  const w = Array.from({ length: 16 }, (_, n) => bytes.getUint32(block + 4 * n));
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    if (n >= 16) w[n] = (w[n - 16] + spread(w[n - 15], 7, 18, 3) + w[n - 7] + spread(w[n - 2], 17, 19, 10)) | 0;
    const one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + w[n];
    const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]) | 0);
}

const spread = (word, one, two, shift) => rotated(word, one) ^ rotated(word, two) ^ (word >>> shift);
