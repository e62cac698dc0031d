"""What the dealer did, told to a person when the game is over."""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import Final

from rich.table import Table
from rich.text import Text

from service.cli.client import Client
from service.cli.console import console, counted
from service.cli.game.frame import KEPT, TAKEN, at_places, guess_text, struck
from service.cli.json_text import JSON
from service.cli.review_tables import estimates, sums
from service.engine.errors import HangmanError

HEADS: Final = ("guess", "answer", "words left", "thrown away", "review")
SHOWN: Final = 4  # words that were thrown away at a guess


def tell(client: Client, game: JSON) -> JSON:
    """Print the story of a game that is over; the confession."""
    confession, reviewed = client.confession(game), _review(client, game)
    print_ = console().print
    print_(Text("\nYou found it." if game["status"] == "won" else "\nYou hang.", KEPT))
    print_(*_verdict(confession), sep="\n")
    print_(_luck(confession["odds"]), end="\n\n")
    print_(_steps(confession, _advice(reviewed) if reviewed else ()))
    print_(client.doubt(confession) or "These are the answers that it gave you.")
    if rest := confession["guesses"][_until_one_word(confession) :]:
        letters = " ".join(map(guess_text, rest))
        print_(f"Then you only had to spell it: {letters}.")
    if reviewed:
        print_(_sum(reviewed))
    return confession


def share(game: JSON, confession: JSON) -> str:
    """A text about a game of the day, for others who have not played it yet: no letter of it.

    It has a square for each guess, the misses, and how many words were still open.
    """
    squares = "".join("■" if guess["hit"] else "□" for guess in confession["guesses"])
    end = "won" if game["status"] == "won" else "hanged"
    count = confession["guesses"][-1]["words_left"]
    words_open = f"{count:,} words were still open." if count > 1 else "One word was left."
    return (
        f"Evil Hangman {game['date']}, {game['length']} letters\n{squares}\n"
        f"{end}, {counted(game['misses'], 'miss', 'misses')}. {words_open}"
    )


def _review(client: Client, game: JSON) -> JSON | None:
    """What each guess was worth; None if the service has no time for that now."""
    try:
        return client.review(game)
    except HangmanError:
        return None


def _until_one_word(confession: JSON) -> int:
    """How many guesses it took until one word was left; all of them if there were more."""
    words = [step["words_left"] for step in confession["guesses"]]
    return words.index(1) + 1 if 1 in words else len(words)


def _verdict(confession: JSON) -> tuple[Text, str]:
    """A headline, and a sentence."""
    word, count = confession["word"], confession["guesses"][-1]["words_left"]
    if confession["honest"]:
        return Text(f"It had {word.upper()} all along.", KEPT), "The dealer played fair."
    if count == 1:
        headline = Text(f"You cornered it at guess {_until_one_word(confession)}.", KEPT)
        return headline, f"From then on {word} was the only word left to the dealer."
    headline = Text.assemble(("It never had a ", KEPT), ("word", TAKEN), (".", KEPT))
    never = f"says the dealer, who never chose a word: {count:,} words still fitted."
    return headline, f"“It was {word},” {never}"


def _luck(odds: JSON) -> str:
    same = round(odds["word_count"] / max(1, odds["same_answers"]))
    return (
        f"1 in {same:,} honest words would have answered you like this. With your letters an"
        f" honest dealer hangs you {round(1000 * odds['hanged_share'])} times in 1,000."
    )


def _steps(confession: JSON, advice: Iterable[str]) -> Table:
    """A row for each guess, up to the one that left a single word."""
    table = Table(*HEADS, box=None, pad_edge=False, header_style="")
    table.columns[2].justify = "right"
    steps = confession["guesses"][: _until_one_word(confession)]
    for step, better in zip(steps, chain(advice, repeat("")), strict=False):
        answer = f"yes{at_places(step)}" if step["hit"] else "no"
        table.add_row(guess_text(step), answer, f"{step['words_left']:,}", _dropped(step), better)
    return table


def _dropped(step: JSON) -> Text:
    """Some words that were thrown away, struck through, and how many more there were."""
    words = step["dropped"][:SHOWN]
    more = step["words_before"] - step["words_left"] - len(words)
    return struck(words).append(f" and {more:,} more" if more else "")


def _advice(reviewed: JSON) -> Iterator[str]:
    """What each guess was worth, in a few words."""
    for guess, (cost, _) in zip(reviewed["guesses"], estimates(reviewed), strict=True):
        if guess["verdict"] == "costly" and guess["best_letters"]:
            about = "about " if guess["cost"]["lower"] < guess["cost"]["upper"] else ""
            yield f"{guess['best_letters'][0]['letter']} was better, by {about}{cost:.1f}"
        else:
            yield "in no word that was left" if guess["verdict"] == "wasted" else ""


def _sum(reviewed: JSON) -> str:
    cost, luck = sums(reviewed)
    return (
        f"\nAgainst an honest dealer your letters cost {cost:.1f} misses more than the best ones;"
        f" {'bad luck, or the cheat,' if luck > 0 else 'good luck'} made it"
        f" {abs(luck):.1f} {'more' if luck > 0 else 'fewer'}."
    )
