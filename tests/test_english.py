"""Documents, help, messages and comments are read once: none has a phrase that stops readers."""

import re

import pytest

from tests.support.programs import ROOT, run

ODD = {  # each with a sentence that stood here, and what is written instead
    r"\bwhoever\b": "Whoever has the link of a game can play it",  # anyone who has the link
    r"(?:^|[.:;(|\"] ?)(?-i:Who) [a-z]+s?\b(?!.*\?)": "Who guesses; by default",  # the guesser
    r"\bas likely\b": "None if all words are as likely",  # equally likely
    r"\btakes? no\b": "a store takes no lives that are longer",  # does not accept
    r"(?<!here )\b(?:is|are|was|were) no (?!longer\b|more\b)": "it is no address",  # not an
    r"\bnor (?:does|do|is|are|has|its)\b": "A hit costs nothing, nor does a repeated letter",
    r"\bfor ever\b": "the worker's slow work then waits for ever",  # forever
    r"\bis none of\b": "LOG_LEVEL: “loud” is none of debug, info",  # is not one of
    r"; else\b": "The table's best letter; else as searched.",  # otherwise
    r"\bbut for\b": "they look alike, but for a fifth",  # except for
    r"\ball that\b": "a digest of all that decides a game",  # everything that
    r"\bas it (?:stands|stood)\b": "The problem carries the game as it stands",  # now
    r"\bworked out\b": "every answer is worked out again",  # computed
    r"\bhas to be\b": "SCRIPT_NAME: it has to be a path",  # must be
}
FILES = [
    ROOT / name
    for name in run(
        *("git", "ls-files", "*.md", ".env.example", "openapi.yaml", "docs/hangman.1"),
        *("service/*.py", "hangman_lab/*.py", "deploy/*.py", "tools/contract/paths.yaml"),
        folder=ROOT,
    ).stdout.split()
]
TEXTS = {str(path.relative_to(ROOT)): path.read_text() for path in FILES}


def places(phrase: str) -> list[str]:
    """Each place of a phrase, after its file and line."""
    return [
        f"{name}:{len(text[: found.end()].splitlines())}: {found[0]}"
        for name, text in TEXTS.items()
        for found in re.finditer(phrase, text, re.IGNORECASE | re.MULTILINE)
    ]


def test_all_documents_and_messages_are_read() -> None:
    assert {"README.md", "docs/api.md", "docs/hangman.1", "service/play/refusals.py"} <= {*TEXTS}
    assert len(ODD) <= 15


@pytest.mark.parametrize(("phrase", "example"), ODD.items(), ids=repr)
def test_no_phrase_has_to_be_read_twice(phrase: str, example: str) -> None:
    assert re.search(phrase, example, re.IGNORECASE)
    assert places(phrase) == []
