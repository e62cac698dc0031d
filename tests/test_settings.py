"""Every setting that cannot be used is one line and exit code 2, before anything is started."""

import os
import sys
from collections.abc import Callable
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from click.testing import CliRunner

from service import app
from service.api.limits import Kind
from service.cli.commands import hangman
from service.setting_values import MOST_WORKERS
from service.settings import Settings, without_effect
from service.store.embedded import EmbeddedServer
from service.variables import variable
from tests.support.programs import environment
from tests.support.running import free_port

BY_TYPE: Final[dict[Any, list[str]]] = {
    bool: ["1", "yes", "\x1b[31m", "\udcff"],
    int: ["many", "-1", "1.5", "1e3", "nan", "9" * 5000, "1000000001", "a\nb", "\udcff"],
    float: ["many", "-1", "nan", "inf", "1e9999", "a\nb", "\udcff"],
}
NOT_TEXT: Final = ["\udcff"]  # what Python makes of a byte that is not UTF-8
LONG: Final = "/" + 300 * "x"
BAD: Final[dict[str, list[str]]] = {
    "HANGMAN_HOST": ["no.invalid", "a..b", "192.0.2.1", 300 * "x", "a b", "a\nb", "[", "::1::"],
    "PORT": ["0", "65536"],
    "HANGMAN_WORKERS": ["0", "1000000000", str(MOST_WORKERS + 1)],
    "HANGMAN_DRAIN_SECONDS": ["3601"],
    "REDIS_URL": [
        "mysql://x", "redis", "redis://h?client_name=a b", "redis://h?client_name=a%0Ab",
        "redis://h?client_name=%C3%BC", "redis://h?socket_read_size=1", "redis://h\n",
        "redis+cluster://h:1?client_name=a b", "redis+sentinel://h:1/games?socket_timeout=0",
    ],
    **{f"HANGMAN_STORE_{kind}_TIMEOUT": ["0"] for kind in ("CONNECT", "READ")},
    **{f"HANGMAN_{kind}_TTL": ["0"] for kind in ("GAME", "UNPLAYED")},
    "HANGMAN_UNPLAYED_TTL": ["0", "86401"],  # longer than a played game lives
    **{
        f"HANGMAN_RATELIMIT_{kind}": ["0", "1"]
        for kind in ("CREATE", "GUESS", "HINT", "READ", "STORAGE")
    },
    "HANGMAN_DRAW_SECRET": ["short", 65 * "x", 33 * "ü", 20 * "\udcff"],
    "HANGMAN_API_KEYS": [sha256().hexdigest(), ",", "secret", 63 * "0", f"{64 * '0'},x", 64 * "g"],
    "HANGMAN_PLUGINS": ["nowhere:Mine", "json:dumps", "json", "/no/file.py:Mine", "a\nb:C"],
    "HANGMAN_DICTIONARY_PATH": ["/no/folder", LONG, "/dev/null", "a\nb", "/tmp:/no/folder"],
    **{f"XDG_{kind}_HOME": [LONG, "/" + 5000 * "x/"] for kind in ("DATA", "STATE")},
    "HANGMAN_CORS_ORIGINS": [
        "play.example", "https://play.example/", "https://a b", "https://a/b", "*, x y", "a\nb",
        "null", "http://*.example.com", "https://*", "https://play.example:443", "http://a:80",
        "https://[::1]:443", "https://a:0443", "https://a:", "https://münchen.example",
        "https://me@play.example", "https://a, https://b.*",
        "null", "none, https://play.example", "nothing",
    ],
    "HANGMAN_PUBLIC_URL": [
        "play.example", "//play.example", "ftp://play.example", "https://", "https://a/?b", "https://a/#b",
        "https://a/../b", "https://me@a", 'https://a"', "https://a b", "https://münchen.example",
    ],
    "HANGMAN_METRICS_PORT": ["65536", "8000"],
    "HANGMAN_LOG_LEVEL": ["loud", "a\nb"],
    "SCRIPT_NAME": ["hangman", "/a/", "/a b", "/..", "/a/../b", "//a", "/a\nb", "/ü", "/a?b"],
}  # fmt: skip
TYPES: Final = {variable(each.name): each.type for each in fields(Settings)}
SETTINGS: Final = [
    (name, value)
    for name in TYPES
    for value in [*BAD.get(name, []), *BY_TYPE.get(TYPES[name], NOT_TEXT)]
]


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """A function that returns the one line of a service that does not start."""
    monkeypatch.setattr(EmbeddedServer, "__enter__", lambda _: pytest.fail("a store is started"))
    monkeypatch.setattr(os, "execv", lambda *_: app.from_environ())  # as gunicorn does

    def refusal(**environ: str) -> str:
        usual = environment(tmp_path, PORT=str(free_port()))
        ran = CliRunner(env={**usual, **environ}).invoke(hangman, ["serve"])
        assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.output
        return ran.stderr

    return refusal


@pytest.mark.parametrize(("name", "value"), SETTINGS, ids=lambda text: repr(text)[:40])
def test_bad_setting_is_named_in_a_line(refusal: Callable[..., str], name: str, value: str) -> None:
    port = {"PORT": "8000"} if (name, value) == ("HANGMAN_METRICS_PORT", "8000") else {}
    said = refusal(**port, **{name: value})
    assert said.startswith(f"hangman: {name}: ")
    assert said[:-1].isprintable()


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("PORT=many", "PORT: “many” is not a whole number from 1 to 65535"),
        ("PORT=99999", "PORT: “99999” is not a whole number from 1 to 65535"),
        ("SCRIPT_NAME=/hang/", "SCRIPT_NAME: “/hang/” is not a path such as /hangman"),
        ("HANGMAN_WORKERS=0", "HANGMAN_WORKERS: “0” is not a whole number from 1 to "),
        ("HANGMAN_GAME_TTL=9999999999", "“9999999999” is not a whole number from 1 to 1000000000"),
        (
            "HANGMAN_UNPLAYED_TTL=86401",
            "with 86401, HANGMAN_GAME_TTL (86400) does not fit",
        ),
        ("HANGMAN_GAME_TTL=60", "HANGMAN_GAME_TTL: with 60, HANGMAN_UNPLAYED_TTL (1800) does not"),
        ("HANGMAN_STORE_READ_TIMEOUT=nan", "“nan” is not a number from 0.001 to 1000000000"),
        ("HANGMAN_METRICS_PORT=8000", "HANGMAN_METRICS_PORT: 8000 is PORT"),
        ("HANGMAN_HOST=192.0.2.1", "HANGMAN_HOST: 192.0.2.1 is not an address of this machine"),
        ("HANGMAN_LOG_LEVEL=loud", "LOG_LEVEL: “loud” is not one of debug, info, warning, error"),
        (
            "HANGMAN_CORS_ORIGINS=http://*.example.com",
            "has a *, which stands for all origins, alone",
        ),
        ("HANGMAN_CORS_ORIGINS=https://play.example:443", "; write https://play.example\n"),
        ("HANGMAN_CORS_ORIGINS=http://[::1]:80", "browsers leave out; write http://[::1]\n"),
        ("HANGMAN_CORS_ORIGINS=https://münchen.example", "they send ASCII (xn--…)"),
        ("REDIS_URL=mysql://x", "REDIS_URL: it is not the address of a store. Write redis://"),
        ("HANGMAN_DICTIONARY_PATH=/no/folder", "DICTIONARY_PATH: there is no folder /no/folder"),
    ],
)
def test_bad_setting_says_what_helps(refusal: Callable[..., str], setting: str, said: str) -> None:
    name, _, value = setting.partition("=")
    assert said in refusal(**{"PORT": "8000", name: value})


def test_secret_that_is_bad_is_not_repeated(refusal: Callable[..., str]) -> None:
    for secret in ("s3cr", "s3cr" + 20 * "\udcff"):
        assert "s3cr" not in refusal(HANGMAN_DRAW_SECRET=secret)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9", "127.0.0.1:4318", "collector", "grpc://x:1", "http://a b"]
)
def test_address_that_gets_no_traces_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """Other software exports it, too."""
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    environ = {"OTEL_EXPORTER_OTLP_ENDPOINT": address}
    assert Settings.from_environ(environ) == Settings()
    why = "pip install" if address == "http://127.0.0.1:9" else "with http:// or https://"
    assert without_effect(environ).startswith("these variables have no effect: OTEL_EXPORTER_OTLP")
    assert why in without_effect(environ)


def test_each_kind_of_units_has_a_setting_and_no_other_is_one() -> None:
    settings = Settings()
    assert sorted([*settings.per_minute, *settings.per_day]) == sorted(get_args(Kind))
