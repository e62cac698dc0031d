"""Clients that generators make from the contract play whole games."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from tests.support.contract import CONTRACT
from tests.support.running import Service, ask, free_port, in_a_thread, serving
from tools.clients.relay import Relay
from tools.clients.workshop import (
    HERE,
    HOST,
    Workshop,
    generators,
    need_packages,
    with_packages,
)

pytestmark = pytest.mark.timeout(1500)  # packages come from elsewhere
GENERATORS = generators()
RETRYING = {"openapi_fetch.ts", "openapi_python_client.py", "Play.kt", "play.go"}
JACKSON = files("openapi_generator_cli") / "openapi-generator.jar"  # it brings its own
TYPESCRIPT = """
npx tsc --strict --noEmit --noUncheckedIndexedAccess --target es2022 --module esnext \\
    --moduleResolution bundler --lib es2022,dom,dom.iterable $1
npx tsx $1
"""
# The generated code itself is not that strict.
PYTHON = "mypy --strict --follow-imports=silent --config-file= $1 > mypy.log; python $1"
JAVA = f"""
javac -nowarn -Werror -d . -cp {JACKSON} $1 $(find client/src/main -name '*.java') \\
    {HERE}/Generated.java
java -cp .:{JACKSON} Play
"""
KOTLIN = """
okhttp=$(echo node_modules/allure-commandline/dist/plugins/jira-plugin/lib/ok*.jar | tr ' ' :)
set -- $1 -cp .:/usr/share/java/gson.jar:$okhttp
bash node_modules/kotlin-compiler/bin/kotlinc -nowarn -d . $* client/src/main
shift
bash node_modules/kotlin-compiler/bin/kotlin $* PlayKt
"""
GO = "GOPROXY=off go run $1"  # it needs no modules of others
PHP = f"mkdir client/vendor; cp {HERE}/autoload.php client/vendor; php $1"
SCRIPTS = {  # by program: its folder of npm packages, packages of Debian, what checks and runs it
    **dict.fromkeys(["openapi_fetch.ts", "hey_api.ts", "orval.ts"], ("node", "", TYPESCRIPT)),
    **dict.fromkeys(["openapi_python_client.py", "pydantic_models.py"], ("", "", PYTHON)),
    "Play.java": ("", "", JAVA), "Play.kt": ("kotlin", "libgoogle-gson-java", KOTLIN),
    "play.go": ("", "", GO), "play.rb": ("", "ruby ruby-typhoeus", "ruby -Iclient/lib $1"),
    "play.php": ("", "php-cli php-mbstring php-guzzlehttp-guzzle", PHP),
}  # fmt: skip


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a low limit on help."""
    limits = {"HANGMAN_RATELIMIT_ENABLED": "true", "HANGMAN_RATELIMIT_HINT": "5"}
    with serving(tmp_path_factory.mktemp("service"), **limits) as started:
        yield started


@pytest.fixture
def relay(limited: Service) -> Iterator[Relay]:
    with in_a_thread(Relay(limited.url)) as started:
        yield started


def played(url: str) -> str:
    """The output that each program must print: the same games, played without a client."""
    return "".join(f"{line}\n" for line in lines(url))


def lines(url: str) -> Iterator[str]:
    refused = ask("POST", f"{url}/games", json={"length": 60}).json()
    yield f"{refused['code']} {refused['title']}"
    yield ask("POST", f"{url}/games", json={"daily": "today"}).json()["pattern"]
    game = ask("POST", f"{url}/games", json={"length": 8, "seed": 20261121093000}).json()
    for letter in "eetaoinshrdlucmfwypvbgkjqxz":
        answer = ask("POST", f"{url}/games/{game['id']}/guesses", json={"letter": letter}).json()
        if "code" in answer:
            yield f"{answer['code']} {answer['game']['pattern']}"
            continue
        yield f"{answer['last_guess']['letter']} {answer['pattern']}"
        if answer["status"] != "in_progress":
            yield f"{answer['dealer']} {answer['word']} {answer['seed']}"
            break
    limited = ask("GET", f"{url}/games/{game['id']}/confession").json()
    yield f"{limited['code']} {limited['title']}"


def test_game_has_a_conflict_an_end_and_a_limit(relay: Relay) -> None:
    first, today, *guesses, end, limited = played(relay.url).splitlines()

    assert first.startswith("invalid-input ")
    assert set(today) == {"_"}
    assert sum(guess.startswith("already-guessed ") for guess in guesses) == 1
    assert end.startswith("largest-family ")
    assert end.endswith(" 20261121093000")
    assert limited.startswith("too-many-requests ")


def test_page_has_the_programs_that_are_here() -> None:
    programs = {program.name for program in (HERE / "programs").iterdir()}
    assert programs == {*GENERATORS, "score.py"}  # which generates nothing
    for generator in GENERATORS.values():
        assert HOST in generator.command


@pytest.mark.parametrize("file", SCRIPTS)
def test_program_plays(file: str, relay: Relay, workshop: Workshop) -> None:
    node_modules, packages, script = SCRIPTS[file]
    need_packages(*packages.split())
    if node_modules:
        with_packages(workshop, node_modules)
    workshop.generate(GENERATORS[file].at(relay.url))

    printed = workshop.printed("bash", "-ec", script, "-", file)

    assert bool(relay.keys) == (file in RETRYING)  # it has lost answers, but no guess
    assert printed == played(relay.url)


# The words that these two programs use beside the client's: they are not compiled here.
STANDARD = {
    "Play.swift": "ProcessInfo break environment exit processInfo tries",
    "play.dart": "Platform Random break environment jsonDecode newKey nextInt padLeft print rethrow"
    " secure split toRadixString tries",
}


@pytest.mark.parametrize("file", STANDARD)
def test_program_names_only_what_is_generated(file: str, workshop: Workshop, relay: Relay) -> None:
    workshop.generate(GENERATORS[file].at(relay.url))
    program = GENERATORS[file].program
    code = re.sub(r"//.*|\"[^\"]*\"|'[^']*'", "", program)
    code += " ".join(re.findall(r"[$\\][{(](.+?)[})]", program))  # in texts
    own = re.findall(r"(?:func|let|var|for|final|catch|\?>) \(?(\w+)", code)
    sources = (workshop.folder / "client").rglob(f"*{Path(file).suffix}")
    generated = {word for path in sources for word in re.findall(r"\w+", path.read_text())}

    unknown = set(re.findall(r"[A-Za-z]\w*", code)) - generated - set(own)

    assert unknown == set(STANDARD[file].split())


def test_no_program_makes_a_key_of_the_version() -> None:
    """If the answer to a guess is lost, the next guess has the same version."""
    sources = {file.name: file.read_text() for file in (HERE / "programs").iterdir()}
    assert [name for name, text in sources.items() if re.search("version", text, re.I)] == []


def test_linters_find_nothing(workshop: Workshop) -> None:
    with_packages(workshop, "lint")
    (workshop.folder / ".spectral.yaml").write_text('extends: ["spectral:oas"]\n')
    (workshop.folder / "openapi.yaml").write_bytes(CONTRACT.read_bytes())

    workshop.printed("npx", "spectral", "lint", "--fail-severity=hint", "openapi.yaml")
    quiet = ("env", "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "npx")
    report = workshop.printed(*quiet, "redocly", "lint", "--format=json", "openapi.yaml")

    assert json.loads(report)["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}


def test_mock_returns_the_requested_problem(workshop: Workshop) -> None:
    prism = with_packages(workshop, "lint").folder / "node_modules/.bin/prism"
    port = str(free_port())
    command = (str(prism), "mock", "--port", port, str(CONTRACT))
    with serving(workshop.folder / "prism", command, PORT=port) as mock:
        guesses = "/games/5fdxrj5cyvkccwh9spbx5qh070/guesses"
        over = {"Prefer": "code=409, example=game-over"}
        refused = mock.post(guesses, json={"letter": "e"}, headers=over)
        away = mock.post("/games", json={}, headers={"Prefer": "code=503"})

    assert (refused.status_code, refused.json()["code"]) == (409, "game-over")
    assert (away.status_code, away.json()["status"]) == (503, 503)
