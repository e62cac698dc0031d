"""A language with letters of its own: from a word list to the API and to the keys of the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from service.cli.commands import hangman
from tests.live.page.conftest import People
from tests.live.running import Service, serving

SWEDISH = "abcdefghijklmnopqrstuvwxyzåäö"


@pytest.fixture
def swedish(tmp_path: Path) -> Iterator[Service]:
    (tmp_path / "swedish").write_text("smörgåsbord\n")
    about = ["--alphabet", SWEDISH, "--language", "sv", "--into", str(tmp_path)]
    built = CliRunner().invoke(
        hangman, ["dictionary", "build", "sv", str(tmp_path / "swedish"), *about]
    )
    assert built.exit_code == 0, built.output
    with serving(tmp_path / "home", DICTIONARY_PATH=str(tmp_path)) as service:
        yield service


def test_letters_beyond_z_are_guessed_by_the_api_and_on_the_page(
    swedish: Service, people: People
) -> None:
    game = swedish.post("/games", json={"dictionary": "sv"}).json()
    guess = swedish.post(f"/games/{game['id']}/guesses", json={"letter": "Å"}).json()
    assert guess["pattern"] == "_____å_____"

    person = people(swedish.url)
    person.opens(game["id"])
    keys = person.page.locator(".keys button[lang=sv]")
    expect(keys).to_have_count(len(SWEDISH))
    assert [key[0] for key in keys.all_inner_texts()] == list(SWEDISH.upper())
    for letter in "ÖÄ":
        keys.get_by_text(letter, exact=True).click()

    expect(person.used).to_have_count(3)
    expect(person.page.locator(".board .pattern .shown")).to_have_text(["Ö", "Å"])
    game = swedish.get(f"/games/{game['id']}").json()
    assert game["wrong_letters"] == ["ä"]
