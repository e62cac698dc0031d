"""What is accepted and what is shown, as JSON: marshmallow reads and writes all of it."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema
from marshmallow import post_load as after_load

from service import games, guessing
from service.api.shown import Instant, Shown
from service.engine.lexicon import LONGEST_WORD

LARGEST_SEED: Final = games.LARGEST_SEED
MOST_MISSES: Final = 26
MOST_WORDS: Final = 100


class NewGame(Schema):
    """What may be asked of a new game."""

    length = fields.Integer(strict=True, allow_none=True, validate=validate.Range(min=1))
    dictionary = fields.String(validate=validate.Length(1, 64))
    max_misses = fields.Integer(
        strict=True, allow_none=True, validate=validate.Range(1, MOST_MISSES)
    )
    dealer = fields.String(validate=validate.OneOf(games.DEALER_NAMES))
    insight = fields.String(validate=validate.OneOf(games.INSIGHTS))
    seed = fields.Integer(strict=True, allow_none=True, validate=validate.Range(0, LARGEST_SEED))

    @after_load
    def asked(self, data: dict[str, Any], **_: Any) -> games.NewGame:
        """The value that `games` takes; it knows the defaults."""
        return games.NewGame(**data)


class NewGuess(Schema):
    """A guess: a letter or a word."""

    letter = fields.String(validate=validate.Length(1, 8))  # one, however it is composed
    word = fields.String(validate=validate.Length(1, 2 * LONGEST_WORD))

    @validates_schema
    def one_of_two(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse both and neither."""
        if len(data) != 1:
            raise ValidationError("Give a letter or a word, and not both.", "letter")


class Insight(Shown):
    """What the player asked to see of the cheat list."""

    words_remaining = fields.Integer(required=True)
    cheat_score = fields.Integer(required=True, allow_none=True)
    words = fields.List(fields.String(), required=True, allow_none=True)


class Game(Shown):
    """A game, as the player may see it."""

    id = fields.String(required=True)
    status = fields.String(required=True)
    length = fields.Integer(required=True)
    pattern = fields.String(required=True)
    guessed_letters = fields.List(fields.String(), required=True)
    wrong_letters = fields.List(fields.String(), required=True)
    wrong_words = fields.List(fields.String(), required=True)
    misses = fields.Integer(required=True)
    max_misses = fields.Integer(required=True, allow_none=True)
    remaining_guesses = fields.Integer(required=True, allow_none=True)
    dictionary = fields.String(required=True)
    created_at = Instant(required=True)
    expires_at = Instant(required=True)
    word = fields.String(required=True, allow_none=True)
    insight = fields.Nested(Insight, required=True, allow_none=True)


class Answer(Shown):
    """The dealer's answer to one guess, which was a letter or a word."""

    letter = fields.String()
    word = fields.String()
    hit = fields.Boolean(required=True)
    positions = fields.List(fields.Integer(), required=True)
    at = Instant(required=True)


class GuessedGame(Game):
    """A game after a guess, with the answer."""

    guess = fields.Nested(Answer, required=True)


class Guesses(Shown):
    """All answers of a game."""

    guesses = fields.List(fields.Nested(Answer), required=True)


class Family(Shown):
    """A word family that the dealer could have kept."""

    positions = fields.List(fields.Integer(), required=True)
    words = fields.Integer(required=True)


class MissesForced(Shown):
    """How many misses perfect play forces."""

    lower = fields.Integer(required=True)
    upper = fields.Integer(required=True)


class ConfessedGuess(Shown):
    """What the dealer did at one guess."""

    guess = fields.Nested(Answer, required=True)
    words_before = fields.Integer(required=True)
    words_after = fields.Integer(required=True)
    families = fields.Integer(required=True)
    largest_families = fields.List(fields.Nested(Family), required=True)
    dropped = fields.List(fields.String(), required=True)
    kept = fields.List(fields.String(), required=True)
    misses_forced = fields.Nested(MissesForced, required=True)


class Confession(Shown):
    """What the dealer did in a game that is over."""

    id = fields.String(required=True)
    dealer = fields.String(required=True)
    honest = fields.Boolean(required=True)
    seed = fields.Integer(required=True)
    word = fields.String(required=True)
    guesses = fields.List(fields.Nested(ConfessedGuess), required=True)


class LengthInDictionary(Shown):
    """How many words of one length a dictionary has."""

    length = fields.Integer(required=True)
    words = fields.Integer(required=True)
    misses_forced = fields.Nested(MissesForced, required=True, allow_none=True)


class Dictionary(Shown):
    """A dictionary."""

    name = fields.String(required=True)
    language = fields.String(required=True)
    alphabet = fields.String(required=True)
    source = fields.String(required=True)
    fingerprint = fields.String(required=True)
    words = fields.Integer(required=True)
    lengths = fields.List(fields.Nested(LengthInDictionary), required=True)


class Dictionaries(Shown):
    """All dictionaries."""

    dictionaries = fields.List(fields.Nested(Dictionary), required=True)


class Dealer(Shown):
    """A dealer that a new game may ask for."""

    name = fields.String(required=True)
    description = fields.String(required=True)


class Dealers(Shown):
    """All dealers."""

    dealers = fields.List(fields.Nested(Dealer), required=True)


class RankedLetter(Shown):
    """A letter worth a guess."""

    letter = fields.String(required=True)
    hit_probability = fields.Float(required=True)
    share_left = fields.Float(required=True)


class Hint(Shown):
    """Help in a game."""

    id = fields.String(required=True)
    guesser = fields.String(required=True)
    letters = fields.List(fields.Nested(RankedLetter), required=True)


class HintQuery(Schema):
    """What may be asked of a hint."""

    class Meta:
        """Other parameters of the query are not ours to refuse."""

        unknown = EXCLUDE

    guesser = fields.String(
        load_default=guessing.DEFAULT_GUESSER, validate=validate.OneOf(guessing.GUESSER_NAMES)
    )


class NewSuggestion(Schema):
    """What is known of a game that is played elsewhere."""

    pattern = fields.String(required=True, validate=validate.Length(1, 2 * LONGEST_WORD))
    wrong_letters = fields.List(
        fields.String(validate=validate.Length(1, 8)), validate=validate.Length(max=64)
    )
    wrong_words = fields.List(
        fields.String(validate=validate.Length(1, 2 * LONGEST_WORD)),
        validate=validate.Length(max=100),
    )
    dictionary = fields.String(validate=validate.Length(1, 64))
    guesser = fields.String(validate=validate.OneOf(guessing.GUESSER_NAMES))
    limit = fields.Integer(strict=True, validate=validate.Range(0, MOST_WORDS))

    @after_load
    def asked(self, data: dict[str, Any], **_: Any) -> guessing.Asked:
        """The value that `guessing` takes; it knows the defaults."""
        lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
        return guessing.Asked(**{**data, **lists})


class Suggestion(Shown):
    """Help with a game that is played elsewhere."""

    pattern = fields.String(required=True)
    dictionary = fields.String(required=True)
    guesser = fields.String(required=True)
    possible_words = fields.Integer(required=True)
    message = fields.String(required=True, allow_none=True)
    letters = fields.List(fields.Nested(RankedLetter), required=True)
    words = fields.List(fields.String(), required=True)


class NewSolution(Schema):
    """A word for a guesser to find."""

    word = fields.String(required=True, validate=validate.Length(1, 2 * LONGEST_WORD))
    dictionary = fields.String(validate=validate.Length(1, 64))
    guesser = fields.String(validate=validate.OneOf(guessing.GUESSER_NAMES))
    max_misses = fields.Integer(
        strict=True, allow_none=True, validate=validate.Range(1, MOST_MISSES)
    )
    seed = fields.Integer(strict=True, validate=validate.Range(0, LARGEST_SEED))

    @after_load
    def puzzle(self, data: dict[str, Any], **_: Any) -> guessing.Puzzle:
        """The value that `guessing` takes; it knows the defaults."""
        return guessing.Puzzle(**data)


class SolutionStep(Shown):
    """One guess of a guesser."""

    letter = fields.String(required=True)
    hit = fields.Boolean(required=True)
    positions = fields.List(fields.Integer(), required=True)
    pattern = fields.String(required=True)
    words_left = fields.Integer(required=True)


class Solution(Shown):
    """What a guesser made of a word."""

    word = fields.String(required=True)
    dictionary = fields.String(required=True)
    in_dictionary = fields.Boolean(required=True)
    guesser = fields.String(required=True)
    max_misses = fields.Integer(required=True, allow_none=True)
    found = fields.Boolean(required=True)
    misses = fields.Integer(required=True)
    guesses = fields.List(fields.Nested(SolutionStep), required=True)


class Guesser(Shown):
    """A guesser."""

    name = fields.String(required=True)
    description = fields.String(required=True)


class Guessers(Shown):
    """All guessers."""

    guessers = fields.List(fields.Nested(Guesser), required=True)


class Health(Shown):
    """Whether the service is well."""

    status = fields.String(required=True)


class FieldError(Shown):
    """What is wrong with one field, or header, of a request."""

    field = fields.String(required=True)
    message = fields.String(required=True)


class Problem(Shown):
    """Why a request was not done (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    request_id = fields.String(required=True)
    errors = fields.List(fields.Nested(FieldError))
    lengths = fields.List(fields.Integer())
    game = fields.Nested(Game)
