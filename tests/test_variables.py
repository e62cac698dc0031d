"""Which variables are settings, and what names do that are nearly one."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from service.settings import FIELDS, BadSetting, Places, Settings, without_effect
from service.variables import GUARDS, distance, old_names, variable
from tests.support.programs import ROOT, environment, run
from tests.support.running import SERVE, free_port

GUNICORN: Final = (
    *(sys.executable, "-m", "gunicorn", "--config", str(ROOT / "deploy/gunicorn.conf.py")),
    "service.app:from_environ()",
)
OLD: Final = old_names(FIELDS)
SET: Final = {  # other values than the defaults
    "API_KEYS": "0" * 64,
    "CORS_ORIGINS": "https://play.example",
    "DOCS_PUBLIC": "false",
    "DRAW_SECRET": "a secret of 16 or more bytes",
    "TRUSTED_PROXIES": "1",
}
CLOSED: Final = {
    *("HANGMAN_KEYS", "HANGMAN_API_KEY", "HANGMAN_APIKEYS", "HANGMAN_API_KYES", "hangman_api_keys"),
    *("HANGMAN_ORIGINS", "HANGMAN_CORS_ORIGIN", "HANGMAN_CORS_ORGINS", "HANGMAN_CORSORIGINS"),
    *("HANGMAN_PROXIES", "HANGMAN_TRUSTED_PROXY", "HANGMAN_TRUSTED_PORXIES", "HANGMAN_PROXY_COUNT"),
    *("HANGMAN_SECRET", "HANGMAN_DRAW_SECERT", "HANGMAN_DOCS", "HANGMAN_DOC_PUBLIC"),
    *("HANGMANAPI_KEYS", "HNAGMAN_API_KEYS"),
}
CONDAS: Final = {"HOST": "x86_64-conda-linux-gnu", "LOG_LEVEL": "INFO", "WORKERS": "auto"}


def of_a_service(name: str, port: int = 8000) -> dict[str, str]:
    """What Kubernetes puts into each pod for a Service, as its documentation has it."""
    name, address = name.upper().replace("-", "_"), "10.0.0.11"
    return {
        f"{name}_SERVICE_HOST": address,
        f"{name}_SERVICE_PORT": str(port),
        f"{name}_SERVICE_PORT_HTTP": str(port),
        f"{name}_SERVICE_PORT_MY_METRICS": str(port),
        f"{name}_PORT": f"tcp://{address}:{port}",
        **{
            f"{name}_PORT_{port}_{kind}{part}": value
            for kind in ("TCP", "UDP", "SCTP")
            for part, value in {
                "": f"{kind.lower()}://{address}:{port}", "_PROTO": kind.lower(),
                "_PORT": str(port), "_ADDR": address,
            }.items()
        },
    }  # fmt: skip


def test_every_setting_has_the_prefix_or_a_platforms_name() -> None:
    names = {variable(field) for field in FIELDS}
    assert {name for name in names if not name.startswith("HANGMAN_")} == {
        *("PORT", "REDIS_URL", "SCRIPT_NAME", "XDG_DATA_HOME", "XDG_STATE_HOME"),
        "OTEL_EXPORTER_OTLP_ENDPOINT",
    }


def test_each_text_is_read_once_to_its_value() -> None:
    texts = {
        "HANGMAN_API_KEYS": f" {'A' * 64},, {'b' * 64} ",
        "HANGMAN_CORS_ORIGINS": "https://Play.example, http://[::1]:81",
        "HANGMAN_DRAW_SECRET": "ü" * 8,
        "HANGMAN_HOST": "[::1]",
        "HANGMAN_PLUGINS": "a:B, ./c.py:D",
        "XDG_STATE_HOME": "/state",
    }
    ours = Settings.from_environ(texts)
    assert ours.api_keys == ("a" * 64, "b" * 64)
    assert ours.cors_origins == ("https://play.example", "http://[::1]:81")
    assert ours.draw_secret == "ü".encode() * 8
    assert (ours.host, ours.plugins) == ("::1", ("a:B", "./c.py:D"))
    assert ours.store_folder == Path("/state/evil-hangman")


def test_folders_of_dictionaries_are_split_at_colons() -> None:
    places = Places.from_environ({"HANGMAN_DICTIONARY_PATH": "/a::/b"})
    assert places.dictionary_folders[:2] == [Path("/a"), Path("/b")]


def test_our_pods_get_no_variables_of_services() -> None:
    deployment = yaml.safe_load((ROOT / "deploy/k8s/deployment.yaml").read_text())
    assert deployment["spec"]["template"]["spec"]["enableServiceLinks"] is False


def test_changelog_lists_each_old_name_with_the_new_one() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text()
    for old, new in OLD.items():
        ends = "the service does not start" if old in GUARDS else "a warning"
        assert f"| `{old}` | `{new}` | {ends} |" in changes


def test_variables_of_other_software_are_no_settings() -> None:
    others = {**CONDAS, "PLUGINS": "x", "STORE_READ_TIMEOUT": "soon"}
    assert Settings.from_environ(others) == Settings()
    assert Settings.from_environ({"HANGMAN_LOG_LEVEL": "Warning"}).log_level == "warning"
    assert Places.from_environ({"PORT": "/dev/ttyUSB0"}) == Places()


@pytest.mark.parametrize(
    "service", ["hangman", "hangman-metrics", "hangman-api-keys", "hangman-secret--docs", "redis"]
)
def test_variables_of_a_kubernetes_service_do_nothing(service: str) -> None:
    injected = of_a_service(service)
    assert Settings.from_environ(injected) == Settings()
    assert without_effect(injected) == ""


@pytest.mark.parametrize("scheme", ["tcp", "udp", "sctp"])
def test_address_of_a_service_is_no_port_of_metrics(scheme: str) -> None:
    assert Settings.from_environ({"HANGMAN_METRICS_PORT": f"{scheme}://10.0.0.1:80"}) == Settings()
    with pytest.raises(BadSetting, match="HANGMAN_METRICS_PORT: “http://x” is not a whole"):
        Settings.from_environ({"HANGMAN_METRICS_PORT": "http://x"})


def test_unknown_names_are_one_line_that_names_the_closest() -> None:
    unknown = {"HANGMAN_WRKERS": "4", "HANGMAN_PORT": "8123", "HANGMAN_METRIC_PORT": "9100"}
    players = {"HANGMAN_KEY": "k", "HANGMAN_URL": "http://x", "HANGMAN_READY": "Play"}
    assert Settings.from_environ({**unknown, **players}) == Settings()
    assert without_effect({**unknown, **players, "HANGMAN_EMPTY": ""}) == (
        "these variables have no effect: HANGMAN_WRKERS (the setting is HANGMAN_WORKERS),"
        " HANGMAN_PORT (the setting is PORT),"
        " HANGMAN_METRIC_PORT (the setting is HANGMAN_METRICS_PORT)"
    )


def test_old_names_are_one_line_unless_the_new_one_is_set() -> None:
    assert without_effect({"HOST": "::", "GAME_TTL": "60", "HANGMAN_GAME_TTL": "60"}) == (
        "these variables have no effect: HOST (the setting is HANGMAN_HOST)"
    )


@pytest.mark.parametrize(("old", "value"), SET.items())
def test_old_name_of_a_guard_stops_and_its_default_does_not(old: str, value: str) -> None:
    new = OLD[old]
    for each in (value, "no such value"):
        with pytest.raises(BadSetting, match=f"^{old}: this is not .* Rename it to {new}, "):
            Settings.from_environ({old: each})
        with pytest.raises(BadSetting, match=f"^{old}: "):
            Settings.from_environ({old: each, new: ""})  # the default, too
        assert Settings.from_environ({old: each, new: value}) != Settings()
    assert Settings.from_environ({old: FIELDS[old.lower()].metadata["default"]}) == Settings()


@pytest.mark.parametrize("old", sorted(SET))
def test_old_name_of_a_guard_stops_in_lower_case_too(old: str) -> None:
    with pytest.raises(BadSetting, match=f"^{old.lower()}: this is not a setting. Rename it"):
        Settings.from_environ({old.lower(): "x"})


@pytest.mark.parametrize("number", ["1_0", "+1", "٣", " 1", "1 "])
def test_number_is_written_with_plain_digits(number: str) -> None:
    for name in ("HANGMAN_TRUSTED_PROXIES", "HANGMAN_STORE_READ_TIMEOUT"):
        with pytest.raises(BadSetting, match=f"^{name}: "):
            Settings.from_environ({name: number})


@pytest.mark.parametrize("name", sorted(CLOSED))
def test_misspelt_guard_stops_the_service(name: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name}: this is not a setting. Rename it to HANGMAN_"):
        Settings.from_environ({name: "x"})
    assert Settings.from_environ({name: ""}) == Settings()


@pytest.mark.parametrize(
    ("one", "other", "letters"),
    [
        ("", "abc", 3),
        ("abc", "abc", 0),
        ("abc", "ac", 1),
        ("kitten", "sitting", 3),
        ("ab", "ba", 2),
    ],
)
def test_distance_is_levenshteins(one: str, other: str, letters: int) -> None:
    assert distance(one, other) == distance(other, one) == letters


@pytest.mark.parametrize("command", [SERVE, GUNICORN], ids=["serve", "gunicorn"])
@pytest.mark.parametrize("name", ["API_KEYS", "HANGMAN_ORIGINS"])
def test_neither_serve_nor_gunicorn_alone_starts_open(
    tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    environ = environment(tmp_path, PORT=str(free_port()), REDIS_URL="unix:///no", **{name: "x"})
    ran = run(*command, environ=environ)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1), ran.stderr
    assert ran.stderr.startswith(f"hangman: {name}: this is not a setting. Rename it to HANGMAN_")


def test_start_warns_of_names_without_effect_in_one_line(tmp_path: Path) -> None:
    environ = environment(tmp_path, PORT=str(free_port()), REDIS_URL="mysql://x", **CONDAS)
    warning, end = run(*SERVE, environ=environ).stderr.splitlines()
    assert warning == f"hangman: {without_effect(CONDAS)}"
    assert end.startswith("hangman: REDIS_URL: ")


# --- Variables at random --------------------------------------------------------------------------

TEXTS: Final = st.one_of(
    st.sampled_from(
        ["", "0", "1", "8123", "true", "INFO", "auto", "tcp://10.0.0.1:80", "/dev/null"]
    ),
    st.sampled_from(sorted(SET.values())),
    st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=9),
    st.just("\udcff"),
)


def misspelt(name: str, drawn: st.DataObject) -> str:
    """A name with a letter dropped, doubled, replaced, or in the other case."""
    place = drawn.draw(st.integers(0, len(name) - 1))
    letter = drawn.draw(st.sampled_from(["", 2 * name[place], "X", "_", name[place].lower()]))
    return name[:place] + letter + name[place + 1 :] or "X"


def variables(drawn: st.DataObject) -> dict[str, str]:
    """Settings under their own names, old names and misspelt ones, and others beside them."""
    environ: dict[str, str] = {}
    for field in drawn.draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=6, unique=True)):
        change: Callable[[str], str] = drawn.draw(
            st.sampled_from([variable, str.upper, lambda each: misspelt(variable(each), drawn)])
        )
        environ[change(field)] = drawn.draw(TEXTS)
    others = {**CONDAS, **of_a_service("hangman-metrics"), "HANGMAN_NEW": "x", "COLUMNS": "80"}
    added = drawn.draw(st.sets(st.sampled_from(sorted(others))))
    return {**environ, **{name: others[name] for name in added}}


def may_open(environ: Mapping[str, str]) -> bool:
    """Whether a guard is set under its old name alone, other than to its default."""
    return any(
        environ.get(old) not in (None, "", FIELDS[old.lower()].metadata["default"])
        and not environ.get(OLD[old])
        for old in SET
        if old not in ("DOCS_PUBLIC", "TRUSTED_PROXIES")  # other texts mean their defaults, too
    )


def cannot_find_words(environ: Mapping[str, str]) -> bool:
    """Whether a command that serves nothing must fail; no text that is drawn names a plug-in."""
    try:
        places = Places.from_environ(environ)
        places.check_folders()
    except BadSetting:
        return True
    return bool(places.plugins)


@given(drawn=st.data())
@settings(max_examples=400)
def test_any_variables_give_settings_or_one_line(drawn: st.DataObject) -> None:
    environ = variables(drawn)
    ours = said = None
    try:
        ours = Settings.from_environ(environ)
    except BadSetting as error:
        said = str(error)
    assert said is None or (said.isprintable() and said.startswith(tuple(environ)))
    if ours:
        assert not may_open(environ)
        for field in ("api_keys", "draw_secret"):
            assert bool(getattr(ours, field)) == bool(environ.get(variable(field)))
    assert without_effect(environ).isprintable()


@given(drawn=st.data())
@settings(max_examples=8)
def test_commands_start_or_end_with_one_line_whatever_is_set(
    tmp_path_factory: pytest.TempPathFactory, drawn: st.DataObject
) -> None:
    home = tmp_path_factory.mktemp("home")
    environ = {**environment(home), **variables(drawn)}
    hint = run("hangman", "hint", "_a__e", environ=environ)
    fails = cannot_find_words(environ)
    assert (hint.returncode, hint.stderr.count("\n")) == (2 * fails, fails), hint.stderr

    # It reads everything, and then stops at the address of the store.
    ran = run(*SERVE, environ={**environ, "REDIS_URL": "mysql://x"})
    *warnings, end = ran.stderr.splitlines()
    assert ran.returncode == 2, ran.stderr
    assert end.startswith("hangman: ")
    assert [line.split(": ")[1] for line in warnings] in ([], ["these variables have no effect"])
