"""A dealer stands in the registry, and everything else learns of it from there."""

from collections.abc import Mapping

import pytest

from service.engine.dealers import Honest
from service.engine.game import Dealer
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon
from service.registry import DEALERS, GUESSERS
from service.settings import Settings
from tests.api.conftest import Client


class FirstWord(Honest):
    """Deal the first word of the dictionary
    (a test).

    Nobody gains by that.
    """

    name = "first-word"
    title = "First word"

    def drawn_word(self, lexicon: Lexicon, seed: int) -> str:
        del seed
        return lexicon.word(0)


@pytest.fixture
def _first_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEALERS, "first-word", f"{__name__}:FirstWord")


@pytest.mark.parametrize("table", [DEALERS, GUESSERS], ids=["dealers", "guessers"])
def test_name_in_the_table_is_the_name_of_the_class(table: Mapping[str, Dealer | Guesser]) -> None:
    assert [each.name for each in table.values()] == list(table)
    assert len({each.title for each in table.values()}) == len(table)


@pytest.mark.usefixtures("_first_word")
def test_new_dealer_is_listed(client: Client) -> None:
    *_, listed = client.get("/dealers").json["dealers"]

    assert listed == {
        "name": "first-word",
        "title": "First word",
        "description": "Deal the first word of the dictionary (a test).",
        "honest": True,
        "daily": False,
        "default": False,
    }


@pytest.mark.parametrize("name", ["dealers", "guessers", "dictionaries"])
def test_each_list_has_one_default(client: Client, name: str) -> None:
    [default] = [each for each in client.get(f"/{name}").json[name] if each["default"]]

    assert default["name"] in ("largest-family", "most-words", "en")


def test_dealer_that_searches_has_the_budget_of_the_setting() -> None:
    assert DEALERS["minimax"].budget == Settings().minimax_budget
