"""A text about a game of the day, for others who have not played it yet."""

from service.cli.client import JSON


def share(game: JSON, confession: JSON) -> str:
    """A square for each guess, the misses, and how many words were still open; no letter of it."""
    squares = "".join("■" if step["guess"]["hit"] else "□" for step in confession["guesses"])
    end = "won" if game["status"] == "won" else "hanged"
    misses = f"{game['misses']} miss{'' if game['misses'] == 1 else 'es'}"
    lines = (
        f"Evil Hangman {game['daily']}, {game['length']} letters",
        squares,
        f"{end}, {misses}. {_open(confession)}",
    )
    return "\n".join(lines)


def _open(confession: JSON) -> str:
    count = confession["guesses"][-1]["words_after"]
    return f"{count:,} words were still open." if count > 1 else "One word was left."
