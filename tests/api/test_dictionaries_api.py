"""Which dictionaries a service offers, and which of them today's game may use."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.dictionaries import dictionary
from service.dictionaries.dictionary import Dictionary, files_of, write
from service.engine.errors import HangmanError
from tests.api.conftest import games_in, served, settings_of
from tests.support import factory
from tests.support.fakes import FakeServers

SHIPPED = ["en", "en-large", "en-small", "nl", "ru", "tr"]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with two dictionaries of somebody's own."""
    for name in ("class-7b", "nl"):
        write(tmp_path / name, files_of(factory.dictionary(["cat", "cot"], name)))
    return tmp_path


def offered(**settings: str) -> dict[str, bool]:
    """The names of the dictionaries of a service, and whether they are reviewed."""
    client = create_app(settings_of(**settings), FakeServers()).test_client()
    listed: Any = client.get("/dictionaries").json
    return {each["name"]: each["reviewed"] for each in listed["dictionaries"]}


def test_all_that_are_there_are_offered(own: Path) -> None:
    assert list(offered(dictionary_path=str(own))) == ["class-7b", *SHIPPED]


def test_named_ones_and_the_default_are_offered(own: Path) -> None:
    chosen = offered(dictionary_path=str(own), dictionaries="class-7b,tr")
    assert list(chosen) == ["class-7b", "en", "tr"]


def test_one_that_does_not_exist_is_named() -> None:
    with pytest.raises(HangmanError) as raised:
        offered(dictionaries="nl,klingon")
    names = ", ".join(SHIPPED)
    assert str(raised.value) == (
        f"HANGMAN_DICTIONARIES: there is no dictionary “klingon”; choose some of: {names}"
    )


def test_nothing_is_loaded_in_a_request(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(settings_of(dictionary_path=str(own)), FakeServers())
    monkeypatch.setattr(dictionary, "lexicon_from", lambda _: pytest.fail("a file is read"))
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("a file is read"))
    for name in ["class-7b", *SHIPPED]:
        game = app.test_client().post("/games", json={"dictionary": name})
        assert game.status_code == 201, game.text


def test_only_english_is_reviewed() -> None:
    reviewed = {"en", "en-large", "en-small"}
    assert offered() == {name: name in reviewed for name in SHIPPED}


def test_game_of_the_day_needs_reviewed_words(dictionaries: Mapping[str, Dictionary]) -> None:
    words = dictionaries["en"]
    unread = replace(words, description=replace(words.description, reviewed=False))
    client = served(games_in(FakeServers(), {"en": unread})).test_client()

    start: Any = client.post("/games", json={"daily": "today"})
    day: Any = client.get("/daily")

    sentence = "There is no daily game here, because the words of “en” are not reviewed."
    assert (start.status_code, day.status_code) == (422, 404)
    assert start.json["errors"][0]["detail"] == sentence
    assert (day.json["code"], day.json["detail"]) == ("day-not-found", sentence)


def test_ordinary_games_need_no_reviewed_words(dictionaries: Mapping[str, Dictionary]) -> None:
    client = served(games_in(FakeServers(), {"tr": dictionaries["tr"]})).test_client()
    assert client.post("/games", json={"dictionary": "tr"}).status_code == 201
