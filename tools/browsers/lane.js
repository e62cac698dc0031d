// Plays games with /hangman.js, one after another, in a page or in Node. Everything that it knows is in its storage, so it goes on where it
// was when the page is loaded again.

const ALPHABET = "etaoinsrlducmpghbyfvkwzxjq";

// Plays up to `games` games of a lane; `storage` gets what it has played, as [id, letters] of each game.
export async function playLane({ Hangman, NoNetwork, url, lane, games, storage }) {
  const read = (name) => JSON.parse(storage.getItem(`${lane} ${name}`) ?? "[]");
  const write = (name, value) => storage.setItem(`${lane} ${name}`, JSON.stringify(value));
  while (read("played").length < games) {
    const seed = 1000 * lane + read("played").length;
    const hangman = new Hangman(url, { storage, name: `${lane} game`, timeout: 1500, patience: 4000 });
    try {
      let game = await hangman.resume();
      if (!game || read("played").some(([id]) => id === game.id)) {
        write("letters", []);
        game = await hangman.start({ length: 5 + (seed % 8), max_misses: 8, seed });
      }
      while (game.status === "in_progress") {
        const said = read("letters");
        const missing = said.filter((letter) => !game.guessed_letters.includes(letter));
        if (missing.length) throw new Error(`lost: ${missing}`);
        const letter = order(seed)[said.length];
        write("letters", [...said, letter]); // it is said before it is sent
        game = await hangman.guess(letter);
      }
      write("played", [...read("played"), [game.id, read("letters")]]);
    } catch (error) {
      if (!(error instanceof NoNetwork)) write("errors", [...read("errors"), String(error.stack ?? error)]);
    }
  }
}

// All letters, in an order of its own for each game.
const order = (seed) => [...ALPHABET.slice(seed % 26), ...ALPHABET.slice(0, seed % 26)];
