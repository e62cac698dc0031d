"""The sentences during a game, and the guess in what a person types."""

from typing import Final

from service.cli.client import JSON

HINTED: Final = 8  # letters
SPACED: Final = 30  # letters: a longer word is printed without gaps, to fit in 80 columns


def guess_in(text: str, game: JSON) -> JSON:
    """The guess in what was typed: a letter, or a word after `=`. Raises ValueError."""
    if text.startswith("="):
        return {"word": text[1:].strip()}
    letter = text.lower()
    if len(letter) != 1 or not letter.isalpha():
        raise ValueError("One letter, please; ? for a hint, =word for the whole word.")
    if letter in game["guessed_letters"]:
        raise ValueError(f"You have guessed {letter} before.")
    return {"letter": letter}


def answer_sentence(guess: JSON) -> str:
    """The dealer's answer to a guess."""
    text = guess_text(guess)
    return f"Yes, {text}{at_places(guess)}." if guess["hit"] else f"No {text}."


def guess_text(guess: JSON) -> str:
    """The letter or the word."""
    return str(guess.get("letter") or guess["word"])


def at_places(guess: JSON) -> str:
    """Where a letter is, counted from 1; nothing for a word."""
    places = ", ".join(str(position + 1) for position in guess["positions"])
    return f" at {places}" if "letter" in guess else ""


def hint(letters: list[JSON]) -> str:
    """Help, in a sentence."""
    shares = [f"{row['letter']} {row['hit_probability']:.0%}" for row in letters[:HINTED]]
    return f"Most words that fit have: {', '.join(shares)}."


def spaced_pattern(game: JSON) -> str:
    """The pattern, with gaps if it is short enough."""
    return (" " if game["length"] <= SPACED else "").join(game["pattern"])
