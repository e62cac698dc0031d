"""Clients that generators make from the contract play whole games, each answer typed."""

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.api.contract import CONTRACT
from tests.live.running import Service, ask
from tools.clients.page import HOST, Generator, generators
from tools.clients.workshop import (
    HERE,
    JAVA,
    Workshop,
    by_make_clients,
    need,
    with_packages,
)

pytestmark = pytest.mark.timeout(1500)  # packages come from elsewhere
GENERATORS = generators()
STRICT_TYPESCRIPT = (
    "--strict", "--noEmit", "--noUncheckedIndexedAccess",
    "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler",
    "--lib", "es2022,dom,dom.iterable",
)  # fmt: skip


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.fixture(scope="module")
def game(service: Service) -> str:
    """What each program prints: the same game, played without any generated client."""
    return "".join(f"{line}\n" for line in played(service.url))


def played(url: str) -> Iterator[str]:
    refused = ask("POST", f"{url}/games", json={"length": 60}).json()
    yield f"{refused['type']} {refused['detail']}"
    game = ask("POST", f"{url}/games", json={"length": 8, "seed": 20261121093000}).json()
    for letter in "eetaoinshrdlucmfwypvbgkjqxz":
        answer = ask("POST", f"{url}/games/{game['id']}/guesses", json={"letter": letter}).json()
        if "type" in answer:
            yield f"{answer['type']} {answer['game']['pattern']}"
            continue
        yield f"{answer['last_guess']['letter']} {answer['pattern']}"
        if answer["status"] != "in_progress":
            yield f"{answer['dealer']} {answer['word']} {answer['seed']}"
            break


@pytest.fixture
def older(tmp_path: Path) -> Iterator[str]:
    """The address of a contract from before some names of today: a status, a problem."""
    folder = tmp_path / "older"
    folder.mkdir()
    text = CONTRACT.read_text()
    for name in ("lost", "already-guessed"):
        assert name in text
        text = text.replace(name, f"another-{name}")
    (folder / "openapi.yaml").write_text(text)
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_game_has_a_conflict_and_an_end(game: str) -> None:
    first, *_, last = game.splitlines()

    assert first.startswith("/problems/invalid-input ")
    assert game.count("/problems/already-guessed ") == 1
    assert last.startswith("largest-family ")
    assert last.endswith(" 20261121093000")


def test_page_has_the_generators_that_are_tested() -> None:
    assert GENERATORS.keys() == {
        "openapi-typescript", "@hey-api/openapi-ts", "openapi-python-client",
        "datamodel-code-generator", "openapi-generator-cli",
    }  # fmt: skip
    for generator in GENERATORS.values():
        assert HOST in generator.command
        assert HOST in generator.program


@pytest.mark.parametrize("name", ["openapi-typescript", "@hey-api/openapi-ts"])
def test_typescript_plays(name: str, service: Service, workshop: Workshop, game: str) -> None:
    generator = GENERATORS[name].at(service.url)
    with_packages(workshop, "node").generate(generator)

    workshop.printed("npx", "tsc", *STRICT_TYPESCRIPT, generator.file)

    assert workshop.printed("npx", "tsx", generator.file) == game


@pytest.mark.parametrize("name", ["openapi-python-client", "datamodel-code-generator"])
def test_python_plays(name: str, service: Service, workshop: Workshop, game: str) -> None:
    generator = GENERATORS[name].at(service.url)
    workshop.generate(generator)

    silent = "--follow-imports=silent"  # what a generator writes is not as strict itself
    workshop.printed("mypy", "--strict", silent, "--config-file=", generator.file)

    assert workshop.printed("python", generator.file) == game


@pytest.mark.parametrize("name", ["openapi-python-client", "datamodel-code-generator"])
def test_python_that_is_older_than_its_service_plays(
    name: str, service: Service, older: str, workshop: Workshop, game: str
) -> None:
    generator = GENERATORS[name].at(service.url, contract=older)
    workshop.generate(generator)

    assert workshop.printed("python", generator.file) == game


@by_make_clients
def test_java_plays(service: Service, workshop: Workshop, game: str) -> None:
    assert printed_by_java(GENERATORS["openapi-generator-cli"].at(service.url), workshop) == game


@by_make_clients
def test_java_that_is_older_than_its_service_plays(
    service: Service, older: str, workshop: Workshop, game: str
) -> None:
    generator = GENERATORS["openapi-generator-cli"].at(service.url, contract=older)

    assert printed_by_java(generator, workshop) == game


def printed_by_java(generator: Generator, workshop: Workshop) -> str:
    need("javac", JAVA)
    workshop.generate(generator)
    sources = [str(path) for path in (workshop.folder / "client/src/main").rglob("*.java")]
    libraries = workshop.printed("python", str(HERE / "java_libraries.py")).strip()

    workshop.printed(
        "javac", "-nowarn", "-Werror", "-d", ".", "-cp", libraries, generator.file, *sources,
        str(HERE / "Generated.java"),
    )  # fmt: skip

    return workshop.printed("java", "-cp", f".:{libraries}", "Play")


@by_make_clients
def test_linters_find_nothing(workshop: Workshop, service: Service) -> None:
    with_packages(workshop, "lint")
    (workshop.folder / ".spectral.yaml").write_text('extends: ["spectral:oas"]\n')
    (workshop.folder / "openapi.yaml").write_bytes(
        ask("GET", f"{service.url}/openapi.yaml").content
    )

    workshop.printed("npx", "spectral", "lint", "--fail-severity=hint", "openapi.yaml")
    quiet = ("env", "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "npx")
    report = workshop.printed(*quiet, "redocly", "lint", "--format=json", "openapi.yaml")

    assert json.loads(report)["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}
