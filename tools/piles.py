"""Draw the piles of the README: nine words, and what the dealer keeps of them after an E."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.support.programs import ROOT, printed
from tools.templates import rendered

PICTURE: Final = ROOT / "docs" / "piles.svg"
WORDS: Final = ("ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex")
# Pixels:
EDGE: Final = 24  # around the piles
CARD: Final = (112, 38)
STEP: Final = (136, 44)  # from pile to pile, and from card to card
BELOW: Final = 76  # the pattern, and what happens to the pile


def families() -> list[dict[str, Any]]:
    """What `hangman families` says of the words and an E: the largest family first."""
    with TemporaryDirectory() as folder:
        words = Path(folder, "words.txt")
        words.write_text("\n".join(WORDS))
        said = printed(
            "hangman", "families", "____", "e", "--words", words, "--limit", "9", "--json"
        )
    found: list[dict[str, Any]] = json.loads(said)["families"]
    return found


def piles(of: Sequence[dict[str, Any]], baseline: int) -> Iterator[dict[str, Any]]:
    """Yield each family as a pile of cards that stands on the baseline."""
    for number, family in enumerate(of):
        words = sorted(family["words"])
        left = EDGE + number * STEP[0]
        tops = [baseline - (len(words) - place) * STEP[1] for place in range(len(words))]
        yield {
            "left": left,
            "middle": left + CARD[0] // 2,
            "pattern": " ".join(family["pattern"]).upper(),
            "kept": number == 0,  # the largest
            "cards": [
                {"word": word.upper(), "top": top} for word, top in zip(words, tops, strict=True)
            ],
        }


def draw() -> None:
    """Write the picture."""
    five = families()
    baseline = EDGE + five[0]["word_count"] * STEP[1]
    drawn = list(piles(five, baseline))
    width = 2 * EDGE + (len(drawn) - 1) * STEP[0] + CARD[0]
    values = {"width": width, "height": baseline + BELOW, "card_width": CARD[0]}
    text = rendered(
        "piles.svg.jinja", {}, piles=drawn, baseline=baseline, card_height=CARD[1], **values
    )
    PICTURE.write_text(text)


if __name__ == "__main__":
    draw()
