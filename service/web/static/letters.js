// What people type or read, in letters of a dictionary: the dictionary says what else each of its letters is written as.

export const read = (text, { read_as: letters = {} }) =>
  [...text.normalize("NFC")].map((character) => letters[character] ?? character).join("").normalize("NFC");
