"""What is shown is what marshmallow itself would show."""

from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from marshmallow import Schema

from service.api import schemas
from service.engine.transcript import LetterAnswer, WordAnswer
from service.views import FamilyView, GameView, GuessedView, InsightView, answer_seen

NOON = datetime(2026, 11, 21, 12, 0, 0, 5_000, tzinfo=UTC)
LETTER = answer_seen(LetterAnswer("e", 0b101), NOON)
WORD = answer_seen(WordAnswer("eve", hit=False), NOON)
GAME: dict[str, Any] = {
    "id": "5e13j4d4x35j98bpvsztv9gd3t", "version": 3, "status": "in_progress", "length": 3,
    "pattern": "e_e", "guessed_letters": ("e",), "wrong_letters": (), "wrong_words": ("eve",),
    "misses": 1, "max_misses": None, "remaining_guesses": None, "dictionary": "en",
    "created_at": NOON, "expires_at": NOON, "word": None, "insight": InsightView(2, None, ["ewe"]),
}  # fmt: skip
SHOWN: list[tuple[Schema, Any]] = [
    (schemas.Game(), GameView(**GAME)),
    (schemas.Game(), GameView(**{**GAME, "insight": None})),
    (schemas.GuessedGame(), GuessedView(**GAME, guess=LETTER)),
    (schemas.Guesses(), {"guesses": [LETTER, WORD]}),
    (schemas.Family(), FamilyView([0, 2], 7)),
    (schemas.Problem(), {"type": "/problems/game-over", "status": 409, "game": GameView(**GAME)}),
    (schemas.Problem(), {"type": "/problems/x", "errors": [{"field": "letter", "message": "no"}]}),
]


@pytest.mark.parametrize(("schema", "view"), SHOWN)
def test_views_are_shown_as_marshmallow_would(schema: Schema, view: object) -> None:
    by_marshmallow = Schema.dump(schema, view)

    assert orjson.loads(orjson.dumps(schema.dump(view))) == orjson.loads(
        orjson.dumps(by_marshmallow)
    )
