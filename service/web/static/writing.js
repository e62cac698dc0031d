// How the words of a dictionary are written, as the service publishes it: capitals, direction, and other forms of its letters.
// Each dictionary has its own, made once, and a game on the page carries that of its words.

const FINAL_FORMS = [..."ςךםןףץ"]; // stand at the end of a word, and are read as another letter
const LAST = /(?<=[\p{L}_])\p{L}(?![\p{L}_])/gu; // the last letter of each word of several
const [ISOLATE, END] = ["\u2068", "\u2069"]; // what is between them does not turn the sentence around it

export class Writing {
  #capitals;
  #readAs;
  #finalForms;

  constructor({ alphabet = "", capitals = alphabet, direction = "ltr", language = "und", read_as: readAs = {} } = {}) {
    const [letters, theirs] = [[...alphabet], [...capitals]];
    this.letters = letters;
    this.language = language;
    this.direction = direction;
    this.#readAs = readAs;
    this.#capitals = new Map(letters.map((letter, place) => [letter, theirs[place] ?? letter]));
    const finals = FINAL_FORMS.map((form) => [readAs[form], form]);
    this.#finalForms = new Map(finals.filter(([letter]) => letter && this.#capitals.get(letter) === letter));
  }

  // Attributes of elements that show letters or words.
  get attributes() {
    return { lang: this.language, dir: this.direction };
  }

  // What people type or read, in letters of the alphabet; characters that are none stay as they are.
  read(text) {
    return [...text.normalize("NFC")].map((character) => this.#readAs[character] ?? character).join("").normalize("NFC");
  }

  // A game as the service sends it, with this writing and its words in letters of the alphabet.
  game({ word, wrong_words: wrong, last_guess: guess, ...game }) {
    const read = (text) => text && this.read(text);
    return { ...game, word: read(word), wrong_words: wrong.map(read), last_guess: guess && { ...guess, word: read(guess.word) }, writing: this };
  }

  // Letters, words or a pattern as they stand on keys and slots: in capitals if there are any, a character for each letter.
  written(text) {
    const ended = this.read(text).replace(LAST, (letter) => this.#finalForms.get(letter) ?? letter);
    return [...ended].map((letter) => this.#capitals.get(letter) ?? letter).join("");
  }

  // The same inside a sentence of the page, which runs from left to right.
  capitals(text) {
    return this.direction === "rtl" ? `${ISOLATE}${this.written(text)}${END}` : this.written(text);
  }
}
