"""`hangman dictionary`, as a person types it."""

import re
from itertools import product
from pathlib import Path

import pytest
from click.testing import Result

from service.dictionaries.dictionary import load
from tests.cli.commanding import Terminal, refusal, run
from tests.support import programs
from tools.languages import recipes


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of dictionaries, inside the working folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "dictionaries"
    folder.mkdir()
    monkeypatch.setenv("HANGMAN_DICTIONARY_PATH", str(folder))
    return folder


def build(name: str, *words: str, options: str = "") -> Result:
    Path("words.txt").write_text("\n".join(words), encoding="utf-8")
    return run(f"dictionary build {name} words.txt {options}")


def rows(output: str) -> list[list[str]]:
    return [line.split() for line in output.splitlines()]


def test_dictionary_is_built_shown_and_printed(own: Path) -> None:
    built = build("mine", "horse", "Cot", "cat", "cat", "zo", options="--source 'a friend'").output
    counted = [["2", "1", "0", "0"], ["3", "1", "1", "1"], ["5", "1", "0", "0"]]
    assert [row for row in rows(built) if row in counted] == counted
    assert ["all", "3", "1", "1"] in rows(built)
    assert built.splitlines()[-1] == f"mine: 3 words in {own / 'mine'}"
    shown = run("dictionary show mine").output
    assert "a friend" in shown
    assert load(own / "mine").description.fingerprint in shown
    assert ["5", "1"] in rows(shown)
    assert run("dictionary words mine").output.split() == ["cat", "horse", "zo"]
    assert run("dictionary words mine --length 3").output.split() == ["cat"]


def test_build_notes_that_a_shipped_dictionary_has_the_name(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "a shipped dictionary is called en, too" in build("en", "cat").stderr
    assert (own / "en").exists()
    monkeypatch.setattr("service.cli.dictionary.shipped", tmp_path.joinpath)
    (tmp_path / "data" / "en").mkdir(parents=True)
    result = build("en", "cat", options="--into data")
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize("columns", [80, 20])
def test_build_shows_its_progress_to_people_alone(own: Path, columns: int) -> None:
    name = "a-long-name-as-of-class-7b"
    built = build(name, "cat", "horse")
    script = f"stty cols {columns}; hangman dictionary build {name} words.txt > printed"
    environ = {"HANGMAN_DICTIONARY_PATH": str(own), "NO_COLOR": "1"}

    shown = Terminal(f"bash -c '{script}'", **environ).sees_the_end()

    *_, last = [line for line in re.split("[\r\n]+", shown) if "%" in line]
    assert re.fullmatch(
        rf"100% ━+ +({name}|a-.*…)", re.sub(r"\x1b\[[?\d]*[A-Zl]", "", last).strip()
    )
    assert not re.search(r"\x1b\[[\d;]*m", shown)
    assert (built.stdout, built.stderr) == (Path("printed").read_text(), "")


def test_interrupted_build_leaves_nothing(own: Path) -> None:
    Path("words.txt").write_text("\n".join(map("".join, product("abcdefgh", repeat=5))))
    person = Terminal("hangman dictionary build mine words.txt", HANGMAN_DICTIONARY_PATH=str(own))

    person.sees("%")
    person.program.sendcontrol("c")

    assert "hangman: interrupted" in person.sees_the_end()
    assert not [*own.iterdir()]


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        (b"\xff\xfe", "", "bad.txt: the file is empty"),
        (b"cat", "--alphabet aab", "these are in it twice: a"),
        (None, "", "No such file"),
    ],
)
def test_bad_input_is_one_line_and_leaves_the_old_dictionary(
    own: Path, content: bytes | None, options: str, said: str
) -> None:
    build("mine", "cat")
    if content is not None:
        Path("bad.txt").write_bytes(content)
    assert said in refusal(f"dictionary build mine bad.txt {options}")
    assert len(load(own / "mine")) == 1


# --- The recipes of docs/dictionaries.md, on small lists encoded as Debian's are ------------------


LISTS = {  # Debian's file, its lines, and the words built from them
    "de": ("ngerman", "Übung\nAfB\nUSA\nkWh\nweiß\nweiss\nCafé\nO'Neill\n",
           "cafe weiss weiß übung"),
    "es": ("spanish", "año\nano\ncanción\npingüino\n", "ano año cancion pinguino"),
    "fr": ("french", "côté\ncote\nça\naiguë\nnouveau-né\nl'\n", "aigue ca cote"),
    "it": ("italian", "città\nperché\nl'acqua\nRoma\n", "citta perche"),
    "nl": ("dutch", "ijs\ncafé\nreünie\nAmsterdam\ntv-gids\n's\n", "cafe ijs reunie"),
    "pl": ("polish", "łąka\nlaka\nżółw\nattaché\nfax\nŁódź\n", "attache laka łąka żółw"),
    "sv": ("swedish", "ål\nal\nkö\nidé\nSkåne\n", "al ide kö ål"),
}  # fmt: skip


@pytest.mark.parametrize("name", recipes())
def test_recipe_keeps_the_words_of_a_language_in_its_letters(name: str, tmp_path: Path) -> None:
    file, lines, words = LISTS[name]
    (tmp_path / file).write_text(lines, "latin1" if name == "sv" else "utf-8")
    recipe = recipes()[name].replace("/usr/share/dict", str(tmp_path))
    environ = programs.environment(tmp_path, HANGMAN_DICTIONARY_PATH=str(tmp_path / "dictionaries"))
    assert programs.run("bash", "-c", recipe, environ=environ).returncode == 0
    dictionary = load(tmp_path / "dictionaries" / name)
    lexicons = dictionary.lexicons.values()
    found = [word for lexicon in lexicons for word in lexicon.words(lexicon.everything)]
    assert sorted(found) == words.split()
    assert dictionary.description.language == name
    assert dictionary.description.source == file
