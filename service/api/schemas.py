"""The schemas of requests, for marshmallow. In JSON, null means that a field is left out."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import date
from typing import Any, ClassVar, Final

from marshmallow import EXCLUDE, ValidationError, fields, validate, validates_schema
from marshmallow import post_load as after_load

from service.api.field_errors import FIELD, MOST_ERRORS, Query, Schema, complaints, invalid_input
from service.choices import (
    DEFAULT_WEIGHTS,
    INSIGHTS,
    LARGEST_SEED,
    LONGEST_LIST,
    MOST_MISSES,
    WEIGHTS_NAMES,
    WORDS_SHOWN,
)
from service.engine.lexicon import LONGEST_WORD
from service.engine.transcript import Answer, letter_answer, word_answer
from service.play import daily, families, hints, requests, review, solutions
from service.registry import DEFAULT_GUESSER
from service.wording import listed

MOST_DEALERS: Final = 8  # in one question
MOST_FOLLOWED: Final = 50  # games in one stream of events
LONGEST_ID: Final = 64  # characters
MOST_GUESSES: Final = 200  # of a game to review
MOST_DIGITS: Final = 18  # of a number in a query
LONGEST_LETTER: Final = 8  # characters of one letter, however it is composed
LONGEST_TEXT: Final = 2 * LONGEST_WORD  # characters of a word, however its letters are composed
NO_GUESS: Final = 'There is no guess: send a letter, for example {"letter": "e"}, or a word.'
ANSWERS: Final = {  # what a guess to review needs, and why
    "positions": "a letter needs its positions, [] if it was a miss",
    "hit": "a word needs true or false",
}


class InLength(validate.Length):
    """A text or an array of `min` to `max` characters or items."""

    def __call__(self, value: Any) -> Any:
        with suppress(ValidationError):
            return super().__call__(value)
        if not value:
            raise invalid_input("too-short", f"{FIELD} is empty.")
        many = "items" if isinstance(value, list) else "characters"
        raise invalid_input("too-long", f"{FIELD} must have at most {self.max} {many}.")


class InRange(validate.Range):
    """A number of `min` to `max`."""

    def __call__(self, value: Any) -> Any:
        with suppress(ValidationError):
            return super().__call__(value)
        text = f"{FIELD} must be from {self.min} to {self.max}."
        raise invalid_input("out-of-range", text, minimum=self.min, maximum=self.max)


class OneOf(validate.OneOf):
    """One of these names."""

    def __call__(self, value: Any) -> Any:
        if value in self.choices:
            return value
        names = list(self.choices)
        text = f"{FIELD} must be {listed(names, 'or')}."
        raise invalid_input("not-allowed", text, allowed=names)


class Choice(fields.String):
    """A field for one of these names."""

    def __init__(self, names: Collection[str], **more: Any) -> None:
        super().__init__(validate=OneOf(names), **{"allow_none": True, **more})
        self.wanted = listed([*names], "or")


class Name(fields.String):
    """The name of a dictionary, dealer or guesser; the catalogue knows which there are."""

    def __init__(self, kind: str, **more: Any) -> None:
        super().__init__(validate=InLength(1, 64), **{"allow_none": True, **more})
        self.kind = kind


class Whole(fields.Integer):
    """A whole number, as JSON Schema has it: 5.0 is one, 5.5 and "5" are not."""

    def __init__(self, *bounds: int, allow_none: bool = True, **more: Any) -> None:
        super().__init__(strict=True, allow_none=allow_none, validate=InRange(*bounds), **more)

    def deserialize(self, value: Any, *position: Any, **more: Any) -> Any:
        # As form fields and some command lines send it: `http :8000/games length=8`.
        if isinstance(value, str):
            text = f'{FIELD} must be a number, without quotes: 8, and not "8".'
            raise invalid_input("wrong-type", text)
        is_whole = isinstance(value, float) and value.is_integer()
        return super().deserialize(int(value) if is_whole else value, *position, **more)


class Switch(fields.Boolean):
    """True or false, or null; 1 and 0 are numbers."""

    def __init__(self) -> None:
        super().__init__(allow_none=True)

    def _deserialize(self, value: Any, *position: Any, **more: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *position, **more)


class WholeInQuery(fields.Integer):
    """A whole number in a query: only digits, perhaps after a minus."""

    def deserialize(self, value: Any, *position: Any, **more: Any) -> Any:
        if isinstance(value, str):
            digits = value.removeprefix("-")
            if not (digits.isascii() and digits.isdecimal()):
                raise self.make_error("invalid", input=value)
            value = value[: MOST_DIGITS + 1]  # out of any range; `int` stops at 4,300 digits
        return super().deserialize(value, *position, **more)


class Trimmed(fields.String):
    """A letter or a word, in NFC. The spaces that a phone's keyboard adds do not count."""

    def __init__(self, longest: int, **more: Any) -> None:
        super().__init__(validate=InLength(1, longest), **more)

    def deserialize(self, value: Any, *position: Any, **more: Any) -> Any:
        trimmed = value.strip(" ") if isinstance(value, str) else value
        return super().deserialize(trimmed, *position, **more)


class Day(fields.String):
    """A date, as 2026-11-22, or `today`."""

    wanted = "today, or a date such as 2026-11-22"

    def __init__(self, **more: Any) -> None:
        super().__init__(validate=_is_day, **more)


class Array(fields.List[Any]):
    """An array, as JSON calls a list, loaded as a tuple. Its length is checked before its items.

    Reading stops after MOST_ERRORS errors, because an answer names no more.
    """

    def __init__(self, item: fields.Field[Any], longest: int, **more: Any) -> None:
        super().__init__(item, validate=InLength(max=longest), **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        self._validate(value)
        items, errors = [], {}
        for number, item in enumerate(value):
            try:
                items.append(self.inner.deserialize(item, **more))
            except ValidationError as error:
                errors[number] = error.messages
                if len(list(complaints(errors))) >= MOST_ERRORS:
                    break
        if errors:
            raise ValidationError(errors)
        return tuple(items)


def _is_day(text: str) -> None:
    """Raises ValidationError if the text is neither a date nor `today`."""
    with suppress(ValueError):
        if text == daily.TODAY or text == str(date.fromisoformat(text)):
            return
    raise invalid_input("invalid", f"{FIELD} must be {Day.wanted}.")


# Fields that several requests have. Their prose is here; a string below a field says more.
WORDS: Final = {"description": "How many words to show; 5 if you leave it out."}


def name_of_dictionary() -> Name:
    """The dictionary of a game, wherever it is played."""
    prose = "The name of a dictionary; `en` if you leave it out."
    return Name("dictionary", metadata={"description": prose})


def name_of_guesser(**options: Any) -> Name:
    """The guesser of a hint."""
    prose = "The guesser that ranks the letters; `most-words` if you leave it out."
    return Name("guesser", metadata={"description": prose}, **options)


def words_in_query() -> WholeInQuery:
    """How many words an answer shows."""
    bounds = InRange(0, LONGEST_LIST)
    return WholeInQuery(load_default=WORDS_SHOWN, validate=bounds, metadata=WORDS)


class Request(Schema):
    """A request, loaded into the class `becomes`, which has the defaults."""

    becomes: ClassVar[Callable[..., Any]]

    @after_load
    def loaded(self, data: dict[str, Any], **_: Any) -> Any:
        """An instance of that class."""
        return self.becomes(**present_fields(data))


# Choices that decide all others, and why.
CHOSEN_ELSEWHERE: Final = {
    "daily": "Today's game is the same for everybody",
    "like": "A copy is like the game that it copies",
}


class GameRequest(Request):
    """The choices for a new game."""

    becomes = requests.GameChoices

    length = Whole(1, LONGEST_WORD)
    """The number of letters of the word; drawn if you leave it out, common lengths more often."""
    dictionary = name_of_dictionary()
    max_misses = Whole(1, MOST_MISSES)
    """The number of misses that ends the game; 8 if you leave it out. With 1000 you cannot lose."""
    dealer = Name("dealer")
    """The name of a dealer; `largest-family` if you leave it out, `honest` if you set a word. With
    `any`, the service draws a dealer by the seed and a secret of its own: half of these games are
    honest, a quarter `largest-family` and a quarter `cheat-score`. The game names it at its end."""
    insight = Choice(INSIGHTS)
    """What the game shows of the words that still fit; `none` if you leave it out."""
    seed = Whole(0, LARGEST_SEED)
    """The start of the random numbers; drawn if you leave it out. The game shows it at the end."""
    daily = Day(allow_none=True)
    """`today`, or today's date in UTC, for today's game. Of the other fields, it allows only
    `keep_seconds`."""
    secret_word = Trimmed(LONGEST_TEXT, allow_none=True)
    """A word of the dictionary that you set for somebody else, dealt honestly. Its length is the
    game's. A `length` or `dealer` that contradicts it is refused."""
    copyable = Switch()
    """Whether anyone who has the game's `watch_id` may start a game of their own with your word, by
    `like`; false if you leave it out. Only with `secret_word`."""
    like = Trimmed(LONGEST_ID, allow_none=True)
    """The `watch_id` of a `copyable` game. The new game has its word, dictionary, `max_misses` and
    `insight`, and cannot be copied itself. Of the other fields, it allows only `keep_seconds`."""
    # Each service has its own maximum, which `is_kept_long` checks; this one is for all.
    keep_seconds = Whole(metadata={"minimum": 1, "maximum": 10**9})
    """The game is kept for at least this many seconds from the start, played or not. A service
    accepts at most 1209600 (14 days) unless its operator has set another bound. A game
    costs more units if it is kept for longer than others without a guess (usually 1800 seconds)."""

    @validates_schema
    def chosen_elsewhere(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse choices for a daily game, which is the same for all, and for a copy."""
        for name, why in CHOSEN_ELSEWHERE.items():
            chosen = [each for each in present_fields(data) if each not in (name, "keep_seconds")]
            if data.get(name) and chosen:
                raise invalid_input("contradiction", f"{why}, so leave out {FIELD}.", *chosen)

    @validates_schema
    def copyable_or_drawn(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse copies of a game whose word nobody has set."""
        said_elsewhere = present_fields(data).keys() & {"secret_word", *CHOSEN_ELSEWHERE}
        if data.get("copyable") and not said_elsewhere:
            text = f"Only a game with a secret_word can be copied. Send one, or leave out {FIELD}."
            raise invalid_input("contradiction", text, "copyable")


class LetterOrWord(Schema):
    """A guess: a letter or a word."""

    letter = Trimmed(LONGEST_LETTER, allow_none=True)
    """One letter of the dictionary's alphabet, however it is written."""
    word = Trimmed(LONGEST_TEXT, allow_none=True)
    """A word of the dictionary with as many letters, however they are written."""

    @validates_schema
    def one_of_two(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse both and neither."""
        guesses = [name for name in ("letter", "word") if data.get(name) is not None]
        if len(guesses) != 1:
            text = "Send a letter or a word, not both." if guesses else NO_GUESS
            raise invalid_input("one-of", text, "letter", "word")


class GuessRequest(LetterOrWord):
    """A guess in a game: a letter or a word."""

    call = Switch()
    """Whether you call the dealer a cheat before it answers. It counts once, in today's game, until
    the day is revealed; elsewhere it changes nothing. No response shows it."""

    @after_load
    def offered(self, data: dict[str, Any], **_: Any) -> requests.Guess:
        """The guess as `games` accepts it."""
        calls = bool(data.pop("call", False))
        [(kind, text)] = present_fields(data).items()
        return requests.Guess(text, is_word=kind == "word", call=calls)


class HintQuery(Query):
    """The query of a hint."""

    guesser = name_of_guesser(load_default=DEFAULT_GUESSER)
    words = words_in_query()


class ClaimRequest(Schema):
    """A word is claimed without fields: send no body, or `{}`."""


class DayInPath(Query):
    """The path of a day."""

    date = Day()
    """The date, or `today`."""


class ConfessionQuery(Query):
    """The query of a confession."""

    words = words_in_query()
    """How many words to show at each guess, dropped and kept; 5 if you leave it out."""


class EventsQuery(Query):
    """The query of the events of several games."""

    id = Array(Trimmed(LONGEST_ID), longest=MOST_FOLLOWED, required=True)
    """The watch id of a game. Send the parameter once for each game, for up to 50 games."""


class ReviewQuery(Query):
    """The query of a review."""

    weights = Choice(WEIGHTS_NAMES, load_default=DEFAULT_WEIGHTS)
    """How likely an honest dealer is to draw each word; `even` if you leave it out."""


class WordSoFar(Request):
    """What is known of a word."""

    pattern = Trimmed(LONGEST_TEXT, allow_none=True)
    """The word as far as it is shown, with `_`, `-`, `.` or `?` for each hidden letter.
    Blanks between single letters do not count."""
    wrong_letters = Array(Trimmed(LONGEST_LETTER), longest=64, allow_none=True)
    """The letters that are known not to be in the word."""
    wrong_words = Array(Trimmed(LONGEST_TEXT), longest=100, allow_none=True)
    """The words that are known not to be the word."""
    dictionary = name_of_dictionary()


class HintRequest(WordSoFar):
    """What the player knows of a game that is played elsewhere."""

    becomes = hints.HintQuestion

    pattern = Trimmed(LONGEST_TEXT, required=True)
    guesser = name_of_guesser()
    words = Whole(0, LONGEST_LIST, metadata=WORDS)


class SolutionRequest(Request):
    """A word for a guesser to find."""

    becomes = solutions.Puzzle

    word = Trimmed(LONGEST_TEXT, required=True)
    """The word, in letters of the dictionary's alphabet."""
    dictionary = name_of_dictionary()
    guesser = Name("guesser")
    """The guesser; `most-words` if you leave it out."""
    max_misses = Whole(1, MOST_MISSES)
    """The number of misses after which the guesser gives up; 1000 if you leave it out."""
    seed = Whole(0, LARGEST_SEED)
    """The start of the random numbers of a guesser that draws; 0 if you leave it out."""


class AnsweredGuess(LetterOrWord):
    """A guess and its answer, as a game has it. Other fields are ignored, whatever they hold: `at`,
    and those that later versions of the service add."""

    class Meta:
        """Unknown fields are allowed, unlike in other parts of requests."""

        unknown = EXCLUDE

    hit = Switch()
    """Whether the guess was a hit; required for a word."""
    positions = Array(
        Whole(0, LONGEST_WORD - 1, allow_none=False), longest=LONGEST_WORD, allow_none=True
    )
    """All positions of the letter, counted from 0; required for a letter."""

    @validates_schema(skip_on_field_errors=True)
    def answer_is_whole(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse a letter without positions, a word without `hit`, and contradictions."""
        for guess, answer in (("letter", "positions"), ("word", "hit")):
            if data.get(guess) is not None and data.get(answer) is None:
                text = f"{FIELD} is missing: {ANSWERS[answer]}."
                raise invalid_input("required", text, answer)
        hit, positions = data.get("hit"), data.get("positions")
        if positions and len(set(positions)) < len(positions):
            raise invalid_input("twice", f"{FIELD} has a position twice.", "positions")
        if None not in (hit, positions) and hit != bool(positions):
            text = f"{FIELD} contradicts the positions: a hit has some, and a miss has none."
            raise invalid_input("contradiction", text, "hit")

    @after_load
    def answered(self, data: dict[str, Any], **_: Any) -> Answer:
        """The answer as `review` accepts it."""
        if data.get("word") is None:
            positions = sum(1 << place for place in data["positions"])
            return letter_answer(data["letter"], positions)
        return word_answer(data["word"], data["hit"])


class LengthOrPattern(Request):
    """A request that begins with a length or a pattern."""

    beginnings: ClassVar[tuple[str, str]] = ("length", "pattern")

    @validates_schema
    def one_beginning(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse both a length and a pattern, and neither."""
        beginnings = present_fields(data).keys() & {*self.beginnings}
        if len(beginnings) != 1:
            either = listed([f"“{name}”" for name in self.beginnings], "or")
            text = f"Send {either}{', not both' if beginnings else ''}."
            raise invalid_input("one-of", text, *self.beginnings)


class ReviewRequest(LengthOrPattern):
    """A game to review, wherever it was played."""

    becomes = review.Transcribed
    beginnings = ("length", "start_pattern")

    dictionary = Name("dictionary")
    """The name of the dictionary that the word is from; `en` if you leave it out."""
    length = Whole(1, LONGEST_WORD)
    """The number of letters of the word, if all were hidden when the game began."""
    start_pattern = Trimmed(LONGEST_TEXT, allow_none=True)
    """The word as it was shown before the first guess, with `_`, `-`, `.` or `?` for each hidden
    letter."""
    guesses = Array(fields.Nested(AnsweredGuess), longest=MOST_GUESSES, required=True)
    """The guesses in order, each with its answer, as `GET /games/{game_id}/guesses` has them."""
    weights = Choice(WEIGHTS_NAMES)
    """How likely an honest dealer is to draw each word; `even` if you leave it out."""


class FamiliesRequest(LengthOrPattern, WordSoFar):
    """What the player knows of a word, and the letter that a dealer answers next."""

    becomes = families.FamiliesQuestion

    length = Whole(1, LONGEST_WORD)
    """The number of letters of the word, if all are hidden."""
    letter = Trimmed(LONGEST_LETTER, allow_none=True)
    """The letter that is guessed next. Without it, the answer has the words that fit, and no
    families."""
    words = Whole(0, LONGEST_LIST)
    """How many words of each family to show; 5 if you leave it out."""
    dealers = Array(Name("dealer", allow_none=False), longest=MOST_DEALERS, allow_none=True)
    """Show the choices of these dealers, which must cheat; `largest-family` and `cheat-score` if
    you leave it out."""


def present_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were not left out."""
    return {name: value for name, value in data.items() if value is not None}
