"""Games as JSON, in files or at a service: transcripts to review, confessions to check."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from marshmallow import EXCLUDE, Schema, ValidationError, fields, pre_load, validate

from service.api.field_errors import complaints, pointer_to
from service.api.schemas import MOST_GUESSES, Array, Guess, ReviewRequest
from service.cli.client import JSON
from service.cli.failures import Failure
from service.cli.json_text import parse_json
from service.engine.transcript import Answer
from service.play.check import Claims
from service.play.commitment import NotAnOpening, opening_in
from service.play.review import Transcribed

DIGEST: Final = validate.Regexp(r"[0-9a-f]{64}\Z", error="Not 64 hexadecimal digits.")
MOST_CONFESSED: Final = 1000  # guesses; a game has fewer


class Text(fields.String):
    """A name or a word, as they are in any game: what could not be printed is escaped."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=True, validate=validate.Regexp(r"[^\\]{0,1000}\Z"), **more)


class OpeningText(fields.String):
    """The text of an opening, just as the commitment is made of it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        try:
            return opening_in(super()._deserialize(value, attr, data, **more))
        except NotAnOpening as error:
            raise ValidationError(str(error)) from error


class AnyAnsweredGuess(Guess):
    """A guess with its answer, as requests have it, and as our games and confessions do."""

    @pre_load
    def what_matters(self, data: JSON, **_: Any) -> JSON:
        """The fields of a request: ours also say when it was, and whether a letter was a hit."""
        guess = data.get("guess", data)
        is_letter = guess.get("letter") is not None
        if is_letter and guess.get("hit") not in (None, bool(guess.get("positions"))):
            raise ValidationError("Not as the positions have it.", "hit")
        names = ("letter", "positions") if is_letter else ("word", "hit")
        return {name: guess[name] for name in names if name in guess}


class Transcript(Schema):
    """All answers of a game, as GET /games/{id}/guesses gives them."""

    guesses = Array(fields.Nested(AnyAnsweredGuess), longest=MOST_CONFESSED, required=True)


class Confession(Transcript):
    """A confession."""

    dealer = Text()
    seed = fields.Integer(strict=True, required=True)
    word = Text()
    fingerprint = Text()
    commitment = fields.String(required=True, validate=DIGEST)
    opening = OpeningText(required=True)


class PlayedGame(ReviewRequest):
    """A game to review: what a request has, a confession, or a game with its guesses."""

    guesses = Array(fields.Nested(AnyAnsweredGuess), longest=MOST_GUESSES, required=True)

    @pre_load
    def beginning(self, game: JSON, **_: Any) -> JSON:
        """The game as it began."""
        begun = dict(game)
        if "opening" in game:
            opening = opening_in(game["opening"])
            begun |= {"dictionary": opening.dictionary, "length": opening.length}
        if not {"length", "pattern"} & game.keys() and "word" in game:
            begun["length"] = len(game["word"])
        if "id" in game:
            begun.pop("pattern", None)  # of one of our games, that of its end
        return begun


def object_in(source: str) -> JSON:
    """The object in a file, or at standard input (“-”). Raises Failure."""
    content = _content(source)
    if not isinstance(content, dict):
        raise Failure(f"{source}: not a JSON object")
    return content


def read_confession(content: JSON, source: str) -> Claims:
    """What a confession claims. Raises Failure, with `source` as its name."""
    members = _load(Confession(), content, f"{source}: not a confession")
    return Claims(answers=members.pop("guesses"), **members)


def read_answers(content: JSON, source: str) -> list[Answer]:
    """The answers in a transcript. Raises Failure, with `source` as its name."""
    return list(_load(Transcript(), content, f"{source}: no transcript")["guesses"])


def played_games(source: str, **asked: str) -> Iterator[tuple[str, Transcribed]]:
    """The games in a file, or in the JSON files of a folder and its subfolders, with their players.

    `asked` are fields for games that do not have them. A player's name is `player` in the file;
    else that of the subfolder, else that of the file. Raises Failure.
    """
    path = Path(source)
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    for file in files:
        content = _content(str(file))
        player = file.relative_to(path).with_suffix("").parts[0] if file != path else path.stem
        for game in content if isinstance(content, list) else [content]:
            if not isinstance(game, dict):
                raise Failure(f"{file}: no transcript")
            played = _load(PlayedGame(), {**asked, **game}, f"{file}: no transcript")
            yield str(game.get("player", player)), played


def _content(source: str) -> Any:
    """The JSON value in a file, or at standard input (“-”)."""
    try:
        return parse_json(sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes())
    except OSError as error:
        address = f"; as an address: http://{source}" if "/games/" in source else ""
        raise Failure(f"{source}: {error.strerror or error}{address}") from error
    except ValueError as error:
        raise Failure(f"{source}: not JSON") from error


def _load(schema: Schema, content: JSON, complaint: str) -> Any:
    try:
        return schema.load(content, unknown=EXCLUDE)
    except ValidationError as error:
        path, first = next(complaints(error.messages))
        raise Failure(f"{complaint}: {pointer_to(path)[1:]}: {first}") from error
    except (AttributeError, TypeError) as error:  # an array, say, where an object should be
        raise Failure(complaint) from error
