"""A game as a plain program keeps it: the answers, and the words that fit them."""

from typing import Any

from tests.support.referee import largest_first, where

WORDS = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex", "ace", "add"]
WORDS += ["bad", "bed", "cab", "dad", "egg", "fad", "abide"]
LETTERS = "abcdefghilo"


class Model:
    """One game, as its guesses and answers; the words that fit are computed anew each time."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.id = game["id"]
        self.length = game["length"]
        self.max_misses = game["max_misses"]
        self.pattern = ["_"] * self.length
        self.said: list[tuple[str, tuple[int, ...]]] = []  # letters and words, with positions
        self.word: str | None = None
        self.commitment = game["commitment"]

    def fits(self, word: str, count: int | None = None) -> bool:
        if len(word) != self.length:
            return False
        return all(
            where(guess, word) == places if len(guess) == 1 else (guess == word) == bool(places)
            for guess, places in self.said[:count]
        )

    def fitting(self, words: list[str], count: int | None = None) -> list[str]:
        return [word for word in words if self.fits(word, count)]

    @property
    def misses(self) -> int:
        return sum(not places for _, places in self.said)

    @property
    def status(self) -> str:
        if "_" not in self.pattern:
            return "won"
        return "lost" if self.misses == self.max_misses else "in_progress"

    def guessed(self, guess: str, words: list[str]) -> None:
        """Answer a letter, or a whole word, as the dealer of the largest family must."""
        left = self.fitting(words)
        if len(guess) > 1:
            right = left == [guess]
            self.said.append((guess, tuple(range(self.length)) if right else ()))
        else:
            families: dict[tuple[int, ...], list[str]] = {}
            for word in left:
                families.setdefault(where(guess, word), []).append(word)
            places = min(families, key=lambda places: largest_first(places, families[places]))
            self.said.append((guess, places))
        letters = guess if len(guess) > 1 else guess * self.length
        for place in self.said[-1][1]:
            self.pattern[place] = letters[place]

    @property
    def is_over(self) -> bool:
        return self.status != "in_progress"

    def check(self, view: dict[str, Any], words: list[str]) -> None:
        """Compare an answer with the model."""
        letters = [guess for guess, _ in self.said if len(guess) == 1]
        missed = [guess for guess, places in self.said if not places]
        left = self.fitting(words)
        assert view["pattern"] == "".join(self.pattern)
        assert view["guessed_letters"] == letters
        assert view["wrong_letters"] == [guess for guess in missed if len(guess) == 1]
        assert view["wrong_words"] == [guess for guess in missed if len(guess) > 1]
        assert (view["misses"], view["status"]) == (self.misses, self.status)
        assert view["commitment"] == self.commitment
        assert view["insight"]["words_left"] == len(left)
        hidden = sum(len(set(word) - set(letters)) for word in left)
        assert view["insight"]["cheat_score"] == hidden
        assert view["insight"]["words"] == (sorted(left) if len(left) <= 8 else None)
        assert view["version"] == 1 + len(self.said)
        assert said_in(view["last_guess"]) == (self.said[-1] if self.said else None)
        if self.status == "in_progress":
            assert (view["word"], view["dealer"], view["seed"]) == (None, None, None)
        else:
            assert view["dealer"] == "largest-family"
            self.word = self.word or view["word"]
            assert view["word"] == self.word
            assert self.fits(self.word)


def said_in(guess: dict[str, Any] | None) -> tuple[str, tuple[int, ...]] | None:
    return (guess["letter"] or guess["word"], tuple(guess["positions"])) if guess else None
