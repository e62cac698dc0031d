"""Dealers and guessers of somebody's own: how they are found, and what a service does with them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from service.app import from_environ
from service.engine.dealers import Cheat, LargestFamily
from service.engine.guessers import MostWords
from service.plugins import BadPlugin, add_plugin, entry_points, load_plugins
from service.registry import DEALERS, GUESSERS, NotPrepared, dealers
from tests.api.conftest import Client

MINE = '''
from service.engine.dealers import Cheat
from service.engine.guessers import MostWords

class Mine(Cheat):
    """Keep the first family."""

    name, title = "mine", "Mine"

    def keep(self, game, families):
        return list(families)[:1]

class Quick(Mine):
    name, is_slow = "quick", False

class Namesake(Mine):
    pass

class Ours(Mine):
    name = "honest"

class Any(Mine):
    name = "any"

class Loud(Mine):
    name = "LOUD"

class Nameless(Cheat):
    def keep(self, game, families): ...

class Guesses(MostWords):
    """Guess as most-words."""

    name, title = "guesses", "Guesses"

class Unprepared(Mine):
    name = "unprepared"

    def prepare(self, dictionaries):
        raise KeyError("table")

class Stranger: ...
number = 5
'''


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Where a class of a module is that can be imported."""
    module = f"mine_{tmp_path.parent.name}_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{module}.py").write_text(MINE)
    monkeypatch.syspath_prepend(tmp_path)
    return lambda name: f"{module}:{name}"


@pytest.fixture
def install(tmp_path: Path, mine: Callable[[str], str]) -> Callable[..., None]:
    """Installs a package with entry points for dealers."""

    def install(**names: str) -> None:
        folder = tmp_path / "mine-1.0.dist-info"
        folder.mkdir()
        lines = "\n".join(f"{name} = {mine(place)}" for name, place in names.items())
        (folder / "entry_points.txt").write_text(
            f"[console_scripts]\na = b:c\n\n[evil_hangman.dealers]\n{lines}\n\n[other]\na = b:c\n"
        )

    return install


def test_plug_in_is_a_dealer_or_a_guesser_by_its_base_class(mine: Callable[[str], str]) -> None:
    load_plugins([mine("Mine"), mine("Guesses")])

    assert [*DEALERS][-1] == "mine"
    assert [*GUESSERS][-1] == "guesses"


def test_class_in_a_file_is_a_plug_in(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(MINE)

    assert add_plugin(f"{tmp_path}/own.py:Mine") == "mine"
    assert add_plugin(f"{tmp_path}/../{tmp_path.name}/own.py:Mine") == "mine"  # the same object


def test_plug_in_is_slow_unless_it_says_otherwise(mine: Callable[[str], str]) -> None:
    load_plugins([mine("Mine"), mine("Quick")])

    assert (DEALERS["mine"].is_slow, DEALERS["quick"].is_slow) == (True, False)
    assert not Cheat.is_slow
    assert not LargestFamily.is_slow


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Nobody", "cannot be imported: AttributeError: "),
        ("Stranger", "is neither a Dealer nor a Guesser"),
        ("number", "is not a class"),
        ("Nameless", "cannot be made: AttributeError: "),
        ("Loud", "'LOUD' is not a name: use a-z, 0-9 and -"),
        ("Any", "'any' is not a name"),
        ("Ours", "there is another “honest” already"),
    ],
)
def test_plug_in_that_cannot_be_used_is_refused(
    mine: Callable[[str], str], name: str, reason: str
) -> None:
    with pytest.raises(BadPlugin) as error:
        load_plugins([mine(name)])

    assert str(error.value).startswith(f"{mine(name)}: {reason}")
    assert DEALERS.keys() <= {*DEALERS.ours, "lottery"}  # the laboratory may be installed


@pytest.mark.parametrize("place", ["./mine.py", "mine", "./mine:Mine", ":Mine", "./mine.py:"])
def test_place_that_names_no_class_is_told_how_to_be(place: str) -> None:
    with pytest.raises(BadPlugin) as error:
        load_plugins([place])

    reason = "is not the place of a class; write MODULE:CLASS or FILE.py:CLASS"
    assert str(error.value) == f"{place}: {reason}"


def test_two_plug_ins_of_one_name_are_refused(
    mine: Callable[[str], str],
) -> None:
    load_plugins([mine("Mine"), mine("Mine")])

    with pytest.raises(BadPlugin, match="there is another “mine” already"):
        load_plugins([mine("Namesake")])


def test_entry_points_are_found_and_loaded(install: Callable[..., None]) -> None:
    install(mine="Mine", quick="Quick")

    load_plugins([])

    assert {"mine", "quick"} <= {name for name, _ in entry_points("evil_hangman.dealers")}
    assert {"mine", "quick"} <= DEALERS.keys()


def test_entry_point_that_cannot_be_imported_is_named_in_a_line(
    install: Callable[..., None], mine: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    install(gone="Gone", mine="Mine")

    load_plugins([])

    said = capsys.readouterr().err
    assert said.startswith(f"hangman: the entry point {mine('Gone')}: cannot be imported: ")
    assert said.count("\n") == 1
    assert "mine" in DEALERS


def test_entry_points_of_one_name_are_an_error_at_the_start(install: Callable[..., None]) -> None:
    install(mine="Mine", other="Namesake")

    with pytest.raises(BadPlugin, match="there is another “mine” already"):
        load_plugins([])


@pytest.mark.parametrize("name", ["Gone", "Unprepared"])
def test_service_with_a_plug_in_that_fails_does_not_start(
    mine: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    monkeypatch.setenv("PLUGINS", mine(name))
    monkeypatch.setenv("REDIS_URL", "redis://localhost:1")

    with pytest.raises(SystemExit, match="2"):
        from_environ()

    assert capsys.readouterr().err.count("\n") == 1


def test_plug_in_that_cannot_get_ready_is_named(mine: Callable[[str], str]) -> None:
    load_plugins([mine("Unprepared")])

    with pytest.raises(NotPrepared, match="“unprepared” could not get ready: KeyError: 'table'"):
        dealers([])


def test_plug_in_is_listed_and_plays(mine: Callable[[str], str], client: Client) -> None:
    load_plugins([mine("Mine"), mine("Guesses")])

    *_, dealer = client.get("/dealers").json["dealers"]
    *_, guesser = client.get("/guessers").json["guessers"]
    game = client.post("/games", json={"dealer": "mine", "length": 5}).json
    after = client.post(f"/games/{game['id']}/guesses", json={"letter": "e"}).json
    hint = client.get(f"/games/{game['id']}/hint?guesser=guesses")
    refused = client.post("/games", json={"dealer": "nobody"}).json["errors"][0]["detail"]

    assert (dealer["name"], dealer["description"]) == ("mine", "Keep the first family.")
    assert (guesser["name"], guesser["title"]) == ("guesses", "Guesses")
    assert after["last_guess"]["hit"] is False
    assert hint.json["guesser"] == "guesses"
    assert "mine" in refused


def test_dealer_that_fails_leaves_the_game_as_it_was(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = client.post("/games", json={"dealer": "largest-family", "length": 5}).json
    address, key = f"/games/{game['id']}", {"Idempotency-Key": "0123456789abcdef0123"}
    with monkeypatch.context() as broken:
        broken.setattr(LargestFamily, "keep", lambda *_: [])
        failed = client.post(f"{address}/guesses", json={"letter": "e"}, headers=key)
        still = client.get(address).json

    again = client.post(f"{address}/guesses", json={"letter": "e"}, headers=key)

    assert (failed.status_code, failed.json["code"]) == (500, "dealer-failed")
    assert "largest-family" not in failed.text
    assert still == game
    assert (again.status_code, again.json["version"]) == (200, 2)
    assert "Idempotent-Replayed" not in again.headers


def test_start_that_fails_is_told_in_words_that_fit_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LargestFamily, "drawn_word", lambda *_: "")

    failed = client.post("/games", json={"dealer": "largest-family"})

    assert (failed.status_code, failed.json["type"]) == (500, "/problems/dealer-failed")
    assert failed.json["detail"] == "The dealer failed, and nothing has changed. Try again."


@pytest.mark.parametrize("returned", [None, [0.0] * 26])
def test_guesser_that_fails_is_a_problem_of_its_own(
    client: Client, monkeypatch: pytest.MonkeyPatch, returned: object
) -> None:
    game = client.post("/games", json={"length": 5}).json
    monkeypatch.setattr(MostWords, "preferences", lambda *_: returned)

    failed = [
        client.get(f"/games/{game['id']}/hint"),
        client.post("/hints", json={"pattern": "_a__e"}),
        client.post("/solutions", json={"word": "jazzy"}),
    ]

    assert {each.status_code for each in failed} == {500}
    assert {each.json["type"] for each in failed} == {"/problems/guesser-failed"}
    assert "most-words" not in failed[0].text
