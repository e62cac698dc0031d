"""What the dealer did, told to a person when the game is over."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from service.cli.client import JSON, Client
from service.cli.console import console
from service.cli.game.frame import KEPT, TAKEN
from service.cli.game.sentences import at_places
from service.engine.errors import HangmanError

HEADS: Final = ("guess", "answer", "words left", "thrown away", "review")
SHOWN: Final = 4  # words that were thrown away at a guess


def tell(client: Client, game: JSON) -> JSON:
    """Print the story of a game that is over; the confession."""
    confession, reviewed = client.confession(game), _review(client, game)
    out = console()
    won = game["status"] == "won"
    out.print(Text("\nYou found it." if won else "\nYou hang.", KEPT), _headline(confession))
    for sentence in (_verdict(game, confession), _luck(confession)):
        out.print(sentence)
    out.print()
    out.print(_steps(confession, reviewed["guesses"] if reviewed else []))
    out.print(client.doubt(game, confession) or "These are the answers that it gave you.")
    if tail := _tail(confession):
        out.print(tail)
    if reviewed:
        out.print(_sum(reviewed))
    return confession


def _review(client: Client, game: JSON) -> JSON | None:
    """What each guess was worth; None if the service has no time for that now."""
    try:
        return client.review(game)
    except HangmanError:
        return None


def cornered(confession: JSON) -> int | None:
    """The number of the guess, from 1, after which one word was left; None if there were more."""
    lefts = [step["words_after"] for step in confession["guesses"]]
    return lefts.index(1) + 1 if 1 in lefts else None


def _headline(confession: JSON) -> Text:
    if confession["honest"]:
        return Text(f"It had {confession['word'].upper()} all along.", KEPT)
    guess = cornered(confession)
    if guess is not None:
        return Text(f"You cornered it at guess {guess}.", KEPT)
    return Text.assemble(("It never had a ", KEPT), ("word", TAKEN), (".", KEPT))


def _verdict(game: JSON, confession: JSON) -> str:
    word = game["word"]
    if confession["honest"]:
        return "The dealer played fair."
    if cornered(confession) is not None:
        return f"From then on {word} was the only word left to the dealer."
    count = confession["guesses"][-1]["words_after"]
    return (
        f"“It was {word},” says the dealer, who never chose a word: {count:,} words still fitted."
    )


def _luck(confession: JSON) -> str:
    odds = confession["odds"]
    times = round(1000 * odds["hanged_share"])
    same = round(odds["words"] / max(1, odds["same_answers"]))
    answers = f"1 in {same:,} honest words would have answered you like this."
    hanged = f"With your letters an honest dealer hangs you {times} times in 1,000."
    return f"{answers} {hanged}"


def _steps(confession: JSON, reviews: Sequence[JSON]) -> Table:
    """A row for each guess, up to the one that left a single word."""
    table = Table(*HEADS, box=None, pad_edge=False, header_style="")
    table.columns[2].justify = "right"
    for number, step in enumerate(confession["guesses"]):
        if number >= (cornered(confession) or len(confession["guesses"])):
            break
        advice = _advice(reviews[number]) if number < len(reviews) else ""
        left = f"{step['words_after']:,}"
        table.add_row(_offered(step), _answer(step), left, _dropped(step), advice)
    return table


def _advice(reviewed: JSON) -> str:
    """What a guess was worth, in a few words."""
    if reviewed["verdict"] == "wasted":
        return "in no word that was left"
    if reviewed["verdict"] != "costly" or not reviewed["best_letters"]:
        return ""
    best, cost = reviewed["best_letters"][0]["letter"], reviewed["cost"]
    about = "about " if cost["lower"] < cost["upper"] else ""
    return f"{best} was better, by {about}{_middle(cost):.1f}"


def _sum(reviewed: JSON) -> str:
    skill, luck = (_middle(reviewed[name]) for name in ("skill", "luck"))
    return (
        f"\nAgainst an honest dealer your letters cost {skill:.1f} misses more than the best ones;"
        f" {'bad luck, or the cheat,' if luck > 0 else 'good luck'} made it"
        f" {abs(luck):.1f} {'more' if luck > 0 else 'fewer'}."
    )


def _middle(misses: JSON) -> float:
    return float(misses["lower"] + misses["upper"]) / 2


def _offered(step: JSON) -> str:
    guess = step["guess"]
    return str(guess.get("letter") or guess["word"])


def _answer(step: JSON) -> str:
    guess = step["guess"]
    return f"yes{at_places(guess)}" if guess["hit"] else "no"


def _dropped(step: JSON) -> Text:
    """Some words that were thrown away, struck through, and how many more there were."""
    count = step["words_before"] - step["words_after"]
    words = step["dropped"][:SHOWN]
    more = f" and {count - len(words):,} more" if count > len(words) else ""
    return Text.assemble(*_spaced(words), more)


def _spaced(words: list[str]) -> Iterator[tuple[str, str]]:
    for number, word in enumerate(words):
        yield (" " if number else "", "")
        yield (word, TAKEN)


def _tail(confession: JSON) -> str:
    guess = cornered(confession)
    rest = confession["guesses"][guess:] if guess else []
    return f"Then you only had to spell it: {' '.join(map(_offered, rest))}." if rest else ""


def share(game: JSON, confession: JSON) -> str:
    """A text about a game of the day, for others who have not played it yet: no letter of it.

    It has a square for each guess, the misses, and how many words were still open.
    """
    squares = "".join("■" if step["guess"]["hit"] else "□" for step in confession["guesses"])
    end = "won" if game["status"] == "won" else "hanged"
    misses = f"{game['misses']} miss{'' if game['misses'] == 1 else 'es'}"
    count = confession["guesses"][-1]["words_after"]
    words_open = f"{count:,} words were still open." if count > 1 else "One word was left."
    return (
        f"Evil Hangman {game['daily']}, {game['length']} letters\n{squares}\n"
        f"{end}, {misses}. {words_open}"
    )
