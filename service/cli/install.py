"""`hangman dictionary install`: the dictionary of a language, made here from hunspell's."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from service.cli.console import print_json, print_table, progress, visible
from service.cli.environment import places
from service.cli.failures import Failure
from service.cli.options import JSON
from service.cli.usage import Misused
from service.wording import counted

if TYPE_CHECKING:
    from service.cli.installation import Installation
    from service.dictionaries.hunspell_packages import Package

PATH: Final = click.Path(path_type=Path)


@click.command()
@click.argument("language", required=False)
@click.option("--list", "lists", is_flag=True, help="List the languages, and their licences.")
@click.option(
    "--from", "path", type=PATH, help="Use this archive of npm, or this .dic with its .aff."
)
@click.option("--hidden", type=PATH, help="A list of more words to leave out, one a line.")
@click.option("--into", type=PATH, help="Write the dictionary to this folder.")
@JSON
def install(
    language: str | None,
    lists: bool,
    path: Path | None,
    hidden: Path | None,
    into: Path | None,
    as_json: bool,
) -> None:
    """Install the dictionary of LANGUAGE.

    npm fetches hunspell's dictionary of the language, and its words become one of ours, on your
    machine. If wordfreq is installed, it has the 60,000 commonest words, with their commonness;
    otherwise, it has all that hunspell can make, up to 250,000. A service offers it after its
    restart.

    \b
    Examples:
      hangman dictionary install --list
      hangman dictionary install de
      hangman dictionary install de --from /usr/share/hunspell/de_DE.dic
    """
    if lists:
        _print_languages(as_json)
        return
    if language is None:
        raise Misused("name a language, such as de; --list shows all of them.")
    from service.cli.installation import installation_of

    package = _package_of(language)
    with progress(None, f"{package.dictionary}: words and their forms"):
        installation = installation_of(package, path, hidden)
    folder = (into or places().dictionary_folders[0]) / package.dictionary
    _write(installation, folder)
    if as_json:
        _print_json(installation, package, folder)
    else:
        _print(installation, package, folder)


def _package_of(language: str) -> "Package":
    """The package of a language. Raises Failure if the table has none."""
    from service.dictionaries.hunspell_packages import packages

    by_tag = {tag.lower(): each for tag, each in packages().items()}
    if package := by_tag.get(language.lower()):
        return package
    raise Failure(
        f"there is no dictionary of “{visible(language):.40}” to install. Choose one of:"
        f" {', '.join(packages())}; or build one from a list of words: hangman dictionary build"
    )


def _write(installation: "Installation", folder: Path) -> None:
    """Write the files of a dictionary, and its licence beside them."""
    from service.dictionaries.dictionary import LICENCE, files_of, write
    from service.engine.weights import WEIGHTS

    dictionary, name = installation.dictionary, folder.name
    with progress(len(WEIGHTS) * len(dictionary), f"{name}: first guesses") as played:
        files = files_of(dictionary, played)
    write(folder, {**files, LICENCE: installation.licence.encode()})


def _print_languages(as_json: bool) -> None:
    """The languages that can be installed."""
    from service.dictionaries.hunspell_packages import packages

    heads = ["language", "title", "entries", "licence"]
    if as_json:
        print_json([{head: getattr(each, head) for head in heads} for each in packages().values()])
        return
    rows = [
        [each.language, each.title, f"{each.entries:,}", each.licence]
        for each in packages().values()
    ]
    print_table(heads, rows, texts=("title", "licence"))


def _print(installation: "Installation", package: "Package", folder: Path) -> None:
    from service.dictionaries.dictionary import LICENCE

    choice = installation.choice
    for reason, count in choice.left_out.items():
        examples = ", ".join(choice.examples[reason])
        click.echo(visible(f"left out: {count:,} {reason} ({examples})"))
    click.echo(installation.licence.partition("\n\n")[0])
    click.echo(f"licence of the words: {package.licence}; read {folder / LICENCE}")
    click.echo(f"{folder.name}: {counted(len(installation.dictionary), 'word')} in {folder}")


def _print_json(installation: "Installation", package: "Package", folder: Path) -> None:
    count, choice = len(installation.dictionary), installation.choice
    print_json({
        "name": folder.name,
        "word_count": count,
        "folder": visible(str(folder)),
        "licence": package.licence,
        "left_out": [
            {"reason": reason, "count": number} for reason, number in choice.left_out.items()
        ],
    })  # fmt: skip
