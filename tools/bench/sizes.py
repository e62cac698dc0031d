"""How people guess."""

import random

# How often each letter stands in English text, in per mille: people guess the common ones first.
ENGLISH = dict(
    zip(
        "etaoinshrdlcumwfgypbvkjxqz",
        [127, 91, 82, 75, 70, 67, 63, 61, 60, 43, 40, 28, 28, 24, 24, 22, 20, 20, 19, 15, 10, 8,
         2, 2, 1, 1],
        strict=True,
    )
)  # fmt: skip


PLAYERS = {
    "letters drawn by frequency": ENGLISH,
    "letters drawn at random": dict.fromkeys(ENGLISH, 1),
}


def letters_of(chance: random.Random, weights: dict[str, int]) -> list[str]:
    """All letters, drawn one after another by weight."""
    return sorted(weights, key=lambda letter: -(chance.random() ** (1 / weights[letter])))
