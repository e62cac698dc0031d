"""A dealer stands in the registry, and everything else learns of it from there."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from service.dictionaries.dictionary import Dictionary
from service.engine.dealers import Honest
from service.engine.game import Dealer
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon
from service.registry import DEALERS, GUESSERS
from service.settings import Settings
from tests import programs
from tests.api.conftest import Client
from tests.programs import environment

COMPLETED = """
from service.registry import DEALERS
DEALERS["first-word"] = "nowhere:FirstWord"  # names are offered without what bears them
from service.cli import hangman
hangman()
"""


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


@pytest.mark.usefixtures("_first_word")
def test_new_dealer_deals(client: Client, dictionaries: Mapping[str, Dictionary]) -> None:
    words = dictionaries["en"].lexicons[5]

    game = client.post("/games", json={"dealer": "first-word", "length": 5}).json
    over = client.post(f"/games/{game['id']}/guesses", json={"word": words.word(0)}).json

    assert over["status"] == "won"
    assert client.get(f"/games/{game['id']}/confession").json["honest"] is True


def test_dealer_that_is_not_in_the_registry_is_refused(client: Client) -> None:
    answer = client.post("/games", json={"dealer": "first-word"})

    assert answer.status_code == 422
    assert "/dealer" in answer.json["errors"][0].values()


def test_new_dealer_is_completed_without_being_imported(tmp_path: Path) -> None:
    typed = {"COMP_WORDS": "hangman play --dealer ", "COMP_CWORD": "3"}
    environ = environment(tmp_path, _HANGMAN_COMPLETE="bash_complete", **typed)

    ran = programs.run(sys.executable, "-c", COMPLETED, environ=environ)

    offered = ran.stdout.split()
    assert [each for each in offered if each != "plain,lottery"] == [
        f"plain,{name}" for name in (*DEALERS, "first-word")
    ]  # the laboratory may be installed, too


@pytest.mark.parametrize("name", ["dealers", "guessers", "dictionaries"])
def test_each_list_has_one_default(client: Client, name: str) -> None:
    [default] = [each for each in client.get(f"/{name}").json[name] if each["default"]]

    assert default["name"] in ("largest-family", "most-words", "en")


def test_dealer_that_searches_has_the_budget_of_the_setting() -> None:
    assert DEALERS["minimax"].budget == Settings().minimax_budget
