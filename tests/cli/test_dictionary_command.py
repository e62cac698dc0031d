"""`hangman dictionary`, as a person types it."""

import gzip
import json
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


# --- Files as people have them --------------------------------------------------------------------


def test_build_says_what_it_took_a_file_for_and_what_it_dropped(own: Path) -> None:
    Path("index.dic").write_text("5\ncat/S\nParis/M\nRome\nit's\nhorse/SG\n")
    printed = run("dictionary build mine index.dic").output.splitlines()
    assert printed[0] == "index.dic: hunspell dictionary, 5 entries, UTF-8"
    capitals = "dropped, capital letters: 2, such as “Paris” (line 3). --lowercase takes them"
    assert capitals in printed
    assert "dropped, apostrophes: 1, such as “it's” (line 5)" in printed
    assert printed[-2:] == ["letters: abcdefghijklmnopqrstuvwxyz", f"mine: 2 words in {own}/mine"]


def test_dry_run_says_the_same_and_writes_nothing(own: Path) -> None:
    dry = build("mine", "horse", "Cot", "cat", options="--dry-run").output.splitlines()
    built = build("mine", "horse", "Cot", "cat").output.splitlines()
    assert dry[:-1] == built[:-1]
    assert dry[-1] == "mine: 2 words (a dry run)"
    run("dictionary build other words.txt --dry-run")
    assert [each.name for each in own.iterdir()] == ["mine"]


def test_build_says_the_same_to_programs() -> None:
    said = json.loads(build("mine", "cat", "Dog", options="--json --dry-run").output)
    assert said == {
        "name": "mine",
        "word_count": 1,
        "folder": None,
        "understood": "word list, 2 entries, UTF-8",
        "dropped": [{"reason": "capital letters", "count": 1, "example": "Dog"}],
    }


@pytest.mark.parametrize(
    ("options", "words", "letters"),
    [
        ("--language de", "äß éa", "aäbcdefghijklmnoöpqrsßtuüvwxyz"),
        ("--language pl-PL", "żółw", "aąbcćdeęfghijklłmnńoóprsśtuwyzźż"),
        ("--language sr-Latn", "đak", "abcčćdđefghijklmnoprsštuvzž"),
        ("--language es --drop-accents", "año é", "abcdefghijklmnñopqrstuvwxyz"),
        ("--language tlh", "qapla ghot", "aghlopqt"),
        ("--language haw --drop-accents", "wahine pōhaku", "aehiknopuw"),
        ("--language tlh --alphabet 'a b c'", "cab", None),
    ],
)
def test_alphabet_is_that_of_the_language_or_of_the_file(
    own: Path, options: str, words: str, letters: str | None
) -> None:
    printed = build("mine", *words.split(), options=options).output
    assert load(own / "mine").description.alphabet == (letters or "abc")
    assert (f"letters: {letters}\n" in printed) == (letters is not None)


def test_letters_that_are_too_many_name_the_way_out() -> None:
    every = "".join(map(chr, [*range(0x61, 0x7B), *range(0x3B1, 0x3C2), *range(0x430, 0x450)]))
    Path("words.txt").write_text(f"{every[:40]}\n{every[40:]}\n")
    assert "name up to 64 of them with --alphabet" in refusal(
        "dictionary build x words.txt --language tlh"
    )
    assert "add --drop-accents" in refusal("dictionary build x words.txt --language vi")


def test_list_in_capitals_names_lowercase() -> None:
    Path("words.txt").write_text("CAT\nDOG\n")
    assert "--lowercase takes them" in refusal("dictionary build mine words.txt")
    assert build("mine", "CAT", options="--lowercase").exit_code == 0


@pytest.mark.parametrize(
    "line", ["play --words words.txt --length 3 --seed 1", "families ___ a --words words.txt"]
)
def test_commands_that_read_words_say_what_they_dropped(line: str) -> None:
    Path("words.txt").write_text("cat dog\nEMU\nit's\n7\n")
    said = run(line, given="a").stderr.splitlines()
    assert said[:4] == [
        "hangman: words.txt: word list, 5 entries, UTF-8",
        "hangman: 1 line has several words (line 1: “cat dog”); each of them counts.",
        "hangman: dropped, apostrophes: 1, such as “it's” (line 3)",
        "hangman: dropped, outside alphabet: 1, such as “7” (line 4)",
    ]
    Path("words.txt").write_text("cat\ndog\n")
    assert not [each for each in run(line, given="a").stderr.splitlines() if "words.txt" in each]


@pytest.mark.parametrize("command", ["play --length 3 --words", "families ___ a --words"])
def test_commands_that_read_words_read_the_same_files(command: str) -> None:
    Path("words.gz").write_bytes(gzip.compress("2\nköl/S\nöl/M\n".encode("utf-16")))
    assert run(f"{command} words.gz", given="ö").exit_code in (0, 1)
    Path("words.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert "looks like a picture (PNG)" in refusal(f"{command} words.png")


@pytest.mark.parametrize("there", [True, False], ids=["to a folder", "to nothing"])
def test_symbolic_link_in_the_place_is_not_replaced(own: Path, tmp_path: Path, there: bool) -> None:
    target = tmp_path / "elsewhere"
    if there:
        target.mkdir()
    (own / "mine").symlink_to(target)
    Path("words.txt").write_text("cat\n")
    said = refusal("dictionary build mine words.txt")
    assert f"{own / 'mine'} is a symbolic link" in said
    assert (own / "mine").is_symlink()
    assert target.exists() == there


@pytest.mark.parametrize("folder", ["missing", "missing/deeper"])
def test_build_does_not_make_the_folder_of_a_setting(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANGMAN_DICTIONARY_PATH", str(tmp_path / folder))
    Path("words.txt").write_text("cat\n")
    said = refusal("dictionary build mine words.txt")
    assert f"HANGMAN_DICTIONARY_PATH: there is no folder {tmp_path / folder}" in said
    assert not (tmp_path / "missing").exists()
    assert run(f"dictionary build mine words.txt --into {tmp_path / 'new'}").exit_code == 0


def test_hidden_words_are_counted_and_not_shown() -> None:
    Path("hidden.txt").write_text("damn\n")
    printed = build("mine", "damn", "cat", options="--hidden hidden.txt").output
    assert "dropped, hidden: 1\n" in printed
    assert "damn" not in printed
    told = json.loads(build("mine", "damn", "cat", options="--hidden hidden.txt --json").output)
    assert told["dropped"] == [{"reason": "hidden", "count": 1, "example": None}]
