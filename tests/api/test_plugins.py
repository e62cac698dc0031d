"""Plug-ins: how dealers and guessers are found, and what the service does with them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.api.limiter import Limiter
from service.app import from_environ
from service.engine.dealers import Cheat, Honest, LargestFamily
from service.engine.guessers import Costs, MostWords
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.plugins import BadPlugin, add_plugin, entry_points, load_plugins
from service.registry import DEALERS, GUESSERS
from service.settings import Settings
from tests.api.conftest import KEY, Body, Client, Make, created, guessed, served
from tests.support.plug_ins import PLUG_INS

FAILED = r"The {} failed, and nothing has changed\. (Try again|Choose another guesser)\."
PLACES = "write MODULE:CLASS or FILE.py:CLASS"
LETTER: Body = {"letter": "e"}
QUERY = {"length": 5, **LETTER}
LOOK = {"pattern": "_a__e"}
HELP: dict[str, Body] = {"/hints": LOOK, "/solutions": {"word": "jazzy"}}


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """A function from a class's name to its place in an importable module of plug-ins."""
    module = f"mine_{tmp_path.parent.name}_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{module}.py").write_text(PLUG_INS)
    monkeypatch.syspath_prepend(tmp_path)
    return lambda name: f"{module}:{name}"


def test_dealer_that_searches_has_the_budget_of_the_setting() -> None:
    assert DEALERS["minimax"]().budget == Settings().minimax_budget


def test_plug_in_is_a_dealer_or_a_guesser_by_its_base_class(mine: Callable[[str], str]) -> None:
    load_plugins([mine("Mine"), mine("Quick"), mine("Guesses")])
    assert [*DEALERS][-2:] == ["mine", "quick"]
    assert [*GUESSERS][-1] == "guesses"
    is_slow = [each.is_slow for each in (DEALERS["mine"], DEALERS["quick"], Cheat, LargestFamily)]
    assert is_slow == [True, False, False, False]  # plug-ins are slow unless they say otherwise


def test_class_in_a_file_is_a_plug_in(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(PLUG_INS)
    assert add_plugin(f"{tmp_path}/own.py:Mine") == "mine"
    assert add_plugin(f"{tmp_path}/../{tmp_path.name}/own.py:Mine") == "mine"  # the same object


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("Nobody", "cannot be imported: AttributeError: "),
        ("Stranger", "is neither a Dealer nor a Guesser"),
        ("number", "is not a class"),
        ("Nameless", "cannot be made: AttributeError: "),
        ("Loud", "'LOUD' is not a name: use a-z, 0-9 and -"),
        ("Any", "'any' is not a name"),
        ("Ours", "there is another “honest” already"),
        ("Mine Mine Namesake", "there is another “mine” already"),
        ("Cheap", "`costs` is 5: write Costs(hint=…, solution=…)"),
        *((place, f"is not the place of a class; {PLACES}")
          for place in ("./mine.py", "no-class", "./mine:Mine", ":Mine", "./mine.py:")),
    ],
)  # fmt: skip
def test_unusable_plug_in_is_refused(mine: Callable[[str], str], names: str, reason: str) -> None:
    places = [mine(name) if name.isalpha() else name for name in names.split()]
    with pytest.raises(BadPlugin) as error:
        load_plugins(places)
    assert str(error.value).startswith(f"{places[-1]}: {reason}")
    assert {*DEALERS} <= {*DEALERS.ours, "mine", "lottery"}  # the laboratory may be installed


def test_entry_points_are_loaded_and_one_that_fails_is_named(
    mine: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dealers = "\n".join(f"{name.lower()} = {mine(name)}" for name in ("Gone", "Mine", "Quick"))
    (tmp_path / "mine-1.0.dist-info").mkdir()
    (tmp_path / "dir-1.0.dist-info" / "entry_points.txt").mkdir(parents=True)  # unreadable
    (tmp_path / "old-1.0.dist-info").mkdir()
    (tmp_path / "old-1.0.dist-info" / "entry_points.txt").write_bytes(b"[other]\na = \xff:c\n")
    (tmp_path / "mine-1.0.dist-info" / "entry_points.txt").write_text(
        f"[console_scripts]\na = b:c\n\n[evil_hangman.dealers]\n{dealers}\n\n[other]\na = b:c\n"
    )

    load_plugins([])

    assert {"gone", "mine", "quick"} <= {name for name, _ in entry_points("evil_hangman.dealers")}
    assert {"mine", "quick"} <= DEALERS.keys()
    said = capsys.readouterr().err
    assert said.startswith(f"hangman: the entry point {mine('Gone')}: cannot be imported: ")
    assert said.count("\n") == 1
    with pytest.raises(BadPlugin, match="there is another “mine” already"):
        load_plugins([mine("Namesake")])


def test_service_with_a_plug_in_that_fails_does_not_start(
    mine: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://localhost:1")
    monkeypatch.setenv("HANGMAN_PLUGINS", mine("Unprepared"))
    with pytest.raises(SystemExit, match="2"):
        from_environ()
    said = capsys.readouterr().err
    assert "could not get ready: KeyError" in said
    assert said.count("\n") == 1


def test_plug_in_is_listed_and_plays(mine: Callable[[str], str], client_with: Make) -> None:
    load_plugins([mine("Mine"), mine("Guesses")])
    client = client_with()

    *_, dealer = client.get("/dealers").json["dealers"]
    *_, guesser = client.get("/guessers").json["guessers"]
    game = created(client, dealer="mine", length=5)
    after = guessed(client, game, "e").json
    hint = client.get(f"/games/{game['id']}/hint?guesser=guesses")
    refused = client.post("/games", json={"dealer": "nobody"}).json["errors"][0]["detail"]

    assert dealer == {
        "name": "mine",
        "title": "Mine",
        "description": "Keep the first family, which lacks the letter if any does (ours).",
        **dict.fromkeys(["honest", "daily", "default"], False),
    }
    assert (guesser["name"], guesser["title"]) == ("guesses", "Guesses")
    assert after["last_guess"]["hit"] is False
    assert hint.json["guesser"] == "guesses"
    assert "mine" in refused


def test_catalogue_in_use_decides_names_and_units(games: Games) -> None:
    dear = MostWords()
    dear.costs = Costs(hint=7)
    dealers, guessers = {"honest": Honest()}, {"most-words": dear}
    few = Catalogue(games.catalogue.dictionaries, dealers, guessers)
    limiter = Limiter(games.store.commands, {"create": 50, "hint": 50, "read": 50, "storage": 5000})
    client: Client = served(Games(few, games.store, games.clock), limiter).test_client()

    assert [each["name"] for each in client.get("/dealers").json["dealers"]] == ["honest"]
    assert [each["name"] for each in client.get("/guessers").json["guessers"]] == ["most-words"]
    for path, choice in (("/games", {"dealer": "minimax"}), ("/hints", {"guesser": "careful"})):
        refused = client.post(path, json={**choice, **({} if path == "/games" else LOOK)})
        [error] = refused.json["errors"]
        assert error["allowed"] == (["any", *dealers] if path == "/games" else [*guessers])
    hint = client.post("/hints", json=LOOK)
    assert hint.headers["RateLimit"].startswith('"hint";r=42;')  # and one for the refused one


@pytest.mark.parametrize(
    ("failing", "method", "returned", "calls"),
    [
        (LargestFamily, "drawn_word", "", {"/games": {"dealer": "largest-family"}}),
        *(
            (LargestFamily, "keep", returned, {"/games/{id}/guesses": LETTER, "/families": QUERY})
            for returned in (None, [], ["_e___"])
        ),
        *(
            (MostWords, "preferences", returned, {"/games/{id}/hint": None, **HELP})
            for returned in (None, [0.0] * 26)
        ),
    ],
)
def test_plug_in_that_fails_is_a_problem_and_leaves_the_game(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    failing: type[Any],
    method: str,
    returned: object,
    calls: dict[str, Body | None],
) -> None:
    game = created(client, dealer="largest-family", length=5)
    kind = "dealer" if failing is LargestFamily else "guesser"

    with monkeypatch.context() as broken:
        broken.setattr(failing, method, lambda *_: returned)
        for path, body in calls.items():
            call = "GET" if body is None else "POST"
            answer = client.open(path.format(**game), method=call, json=body, headers=KEY)
            assert (answer.status_code, answer.json["code"]) == (500, f"{kind}-failed")
            assert re.fullmatch(FAILED.format(kind), answer.json["detail"])  # without a name
    assert client.get(f"/games/{game['id']}").json == game

    again = guessed(client, game, "e", **KEY)
    assert (again.status_code, again.json["version"]) == (200, 2)
    assert "Idempotent-Replayed" not in again.headers
