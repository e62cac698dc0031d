"""Play the shipped dictionaries beside the referee: python -m tools.language_games [en nl].

Every dealer plays 200 games, or `--games`, with each. Letters are guessed as people write them, in
capitals or not, and the referee, plain Python, says which answers are allowed. It cannot search
long lists: there, it allows minimax each answer that keeps a word. On short ones, it allows each
that forces the most misses, because minimax breaks ties by its tables.
"""

import argparse
from collections.abc import Mapping
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Table

from service import registry
from service.dictionaries.dictionary import Dictionary, load_all
from service.engine.game import Dealer, Game, guess_letter, start
from service.settings import shipped
from tests.support.referee import Referee, misses_forced

SEARCHED = 5  # words of a list that the referee can search
LANGUAGES = ("en", "nl", "ru", "tr")
MAX_MISSES = (4, 6, 8, 12, 30)


def played(dictionary: Dictionary, dealer: Dealer, seed: int) -> Game:
    """A game to its end; each answer is one that the referee allows. Raises AssertionError."""
    about, writing = dictionary.description, dictionary.writing
    chance = Random(f"{about.name} {dealer.name} {seed}")
    counts, max_misses = about.words_per_length, chance.choice(MAX_MISSES)
    [length] = chance.choices(list(counts), list(counts.values()))
    game = start(dictionary.lexicons, dealer, length=length, max_misses=max_misses, seed=seed)
    words = game.lexicon.words(game.lexicon.everything)
    referee = Referee(words, dealer.name, game.state.word)
    for letter in chance.sample(writing.alphabet, len(writing.alphabet)):
        if game.state.status != "in_progress":
            break
        written = chance.choice([letter, writing.capital(letter)])
        game = guess_letter(game, writing.read(written))
        [*_, answer] = game.transcript.answers
        check(referee, letter, places(answer.positions))
        assert sorted(referee.words) == sorted(game.lexicon.words(game.ids))
    assert game.state.word in referee.words
    return game


def check(referee: Referee, letter: str, where: tuple[int, ...]) -> None:
    """Check an answer, and let the referee play on with it. Raises AssertionError."""
    if referee.dealer != "minimax":
        referee.answer_letter(letter, where)
        return
    families = referee.families(letter)
    assert where in families, f"{letter}: no word has it at {where} alone"
    if len(referee.words) <= SEARCHED:
        forced = {
            places: (not places) + misses_forced(frozenset(words))
            for places, words in families.items()
        }
        assert forced[where] == max(forced.values()), f"{letter}: {where}, of {forced}"
    referee.words = families[where]
    referee.guessed.append(letter)


def places(positions: int) -> tuple[int, ...]:
    """The indices of the bits that are set."""
    return tuple(n for n in range(positions.bit_length()) if positions >> n & 1)


def results(dictionary: Dictionary, dealers: Mapping[str, Dealer], games: int) -> list[str]:
    """For each dealer, how many of the games the player has lost."""
    lost = {
        name: sum(played(dictionary, dealer, seed).state.status == "lost" for seed in range(games))
        for name, dealer in dealers.items()
    }
    return [f"{number} of {games}" for number in lost.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=LANGUAGES)
    parser.add_argument("--games", type=int, default=200)
    chosen = parser.parse_args()
    dictionaries = load_all([shipped("data")], chosen.names)
    dealers = registry.dealers(dictionaries.values())
    table = Table("lost", *dealers)
    for name, each in track(dictionaries.items(), transient=True):
        table.add_row(name, *results(each, dealers, chosen.games))
    Console().print(table)


if __name__ == "__main__":
    main()
