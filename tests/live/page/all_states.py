"""Every state of the page: the screen, the kind of game, how far it is or how it ended."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Protocol

from playwright.sync_api import expect

from tests.support.browsing import (
    CHEATED,
    CLAIMS,
    OF_LIGHTHOUSE,
    RARE_FIRST,
    SKIPPED,
    WAS_FAIR,
    Person,
)  # fmt: skip
from tests.support.programs import ROOT, environment, printed
from tests.support.running import SERVE, Service, serving

ALL: Final = 200  # letters: until the game is over


@dataclass(frozen=True)
class Words:
    """The words that the games of a list are played with."""

    dictionary: str
    length: int
    common: str  # letters that begin a game: hits and misses
    rare: str  # all letters, in an order that loses a game


ENGLISH: Final = Words("en", 8, "eiaxo", RARE_FIRST)
# The dictionary of the tests: 5 letters, written from right to left.
HEBREW: Final = Words("he", 5, "ותהזמ", "זטסצכפקגדחבאעשנימרלהתו")


@dataclass(frozen=True)
class Game:
    """A game that others or this device have played before its state is opened."""

    request: Mapping[str, Any] = field(default_factory=dict)  # words aside, unless it names some
    begun: int = 0  # guesses that were made: ALL plays it to its end
    letters: str = ""  # those, if they are not the common ones, or the rare ones for an end
    word: str = ""  # a wrong word that was guessed first
    wins: bool = False  # an end that is played by hints
    plays: Mapping[str, Any] | None = None  # what this device knows of it, if it is the player's
    claims: int = 0  # people who have asked for a word of theirs

    def played(self, service: Service, words: Words) -> Any:
        """Start it, play it that far, and return it."""
        own = {"dictionary": words.dictionary, "length": words.length}
        own = {} if {"daily", "secret_word"} & self.request.keys() else own
        game = service.post("/games", json={**own, **self.request}).json()
        if self.word:
            game = service.post(f"/games/{game['id']}/guesses", json={"word": self.word}).json()
        letters = self.letters or (words.rare if self.begun == ALL else words.common)
        for nth in range(self.begun):
            if game["status"] != "in_progress":
                break
            guess = {"letter": _best(service, game) if self.wins else letters[nth]}
            game = service.post(f"/games/{game['id']}/guesses", json=guess).json()
        for _ in range(self.claims):
            service.post(f"/watch/{game['watch_id']}/words")
        assert (self.begun == ALL) == (game["status"] != "in_progress"), game
        return game


def _best(service: Service, game: Any) -> str:
    return str(service.get(f"/games/{game['id']}/hint").json()["letters"][0]["letter"])


class Step(Protocol):
    """What a player does on the way to a state."""

    def take(self, person: Person, words: Words) -> None: ...


@dataclass(frozen=True)
class Press:
    selector: str

    def take(self, person: Person, _: Words) -> None:
        person.page.locator(self.selector).first.click()


@dataclass(frozen=True)
class Fill:
    selector: str
    text: str

    def take(self, person: Person, _: Words) -> None:
        person.page.locator(self.selector).fill(self.text)
        person.page.locator(self.selector).press("Enter")


@dataclass(frozen=True)
class Guess:
    """Press keys of letters, by their place among those of the list."""

    first: int
    last: int
    is_answered: bool = True

    def take(self, person: Person, words: Words) -> None:
        before = person.used.count()
        for letter in words.common[self.first : self.last]:
            person.page.locator(".keys button", has_text=letter.upper()).first.click()
        if self.is_answered:
            expect(person.used).to_have_count(before + self.last - self.first)


@dataclass(frozen=True)
class Type:
    letters: str

    def take(self, person: Person, _: Words) -> None:
        person.types(self.letters)


@dataclass(frozen=True)
class Claim:
    """Answer the question at the end, if there is one, and wait until everything is shown.

    The game has ended before, so no key press may still be meant as a letter.
    """

    claim: str = SKIPPED

    def take(self, person: Person, _: Words) -> None:
        expect(person.page.locator(":is(.question, .confession)").first).to_be_visible()
        for button in person.page.locator(".question button").all()[CLAIMS.index(self.claim) :][:1]:
            button.click()
        expect(person.page.locator(".confession")).to_be_visible()


class Unfold:
    """Open everything that is folded at the end of a game."""

    def take(self, person: Person, _: Words) -> None:
        for folded in (".confession > summary", ".all-guesses:visible", FOLDED):
            for button in person.page.locator(folded).all():
                button.click()


class ComeBack:
    """Open the link to another word again, which then shows all words."""

    def take(self, person: Person, _: Words) -> None:
        expect(person.page.locator(".word-was")).to_be_visible()
        person.reloads()


@dataclass(frozen=True)
class DealOn:
    """Give the first answer, or another, until the game that the player deals is over."""

    card: str = ".family-card"

    def take(self, person: Person, _: Words) -> None:
        end = person.page.locator(".deal-end")
        expect(person.page.locator(".family-card").first).to_be_visible()
        while end.count() == 0:
            before = person.heading.inner_text()
            person.page.locator(self.card).first.click()
            expect(person.heading).not_to_have_text(before)


@dataclass(frozen=True)
class Open:
    """Go to another address, or to the link that is shown."""

    address: str | None = None

    def take(self, person: Person, _: Words) -> None:
        if self.address:
            person.opens(self.address)
        else:
            expect(person.heading).to_have_text(LINK_IS_MADE)
            person.page.goto(person.page.locator(".card .note").last.inner_text())


class Offline:
    """Lose the network; `State.opened` gives it back before the next state."""

    def take(self, person: Person, _: Words) -> None:
        person.context.set_offline(True)


@dataclass(frozen=True)
class State:
    """A state of the page, and how a person gets there."""

    screen: str  # the contact sheet that it is on
    name: str
    mark: str  # what is visible by then
    address: str = "{id}"  # after the #; {id} and {watch} are those of the game
    game: Game | None = None
    device: Mapping[str, Any] = field(default_factory=dict)  # what else the device remembers
    steps: tuple[Step, ...] = ()
    words: Words | None = None  # if only games with these have it
    result: Mapping[str, Any] | None = None  # how the game ended, if this device has played it
    deal: Mapping[str, Any] | None = None  # a game that the player deals today

    def is_played_with(self, words: Words) -> bool:
        """Whether a list that is played with these words has this state, and shows some."""
        if words is ENGLISH or self.words:
            return self.words in (None, words)
        return self.game is not None and not {"daily", "secret_word"} & self.game.request.keys()

    def opened(self, person: Person, service: Service, words: Words) -> None:
        """Bring a person there whose device remembers nothing else."""
        person.comes_again()
        game = self.game.played(service, words) if self.game else {"id": "", "watch_id": ""}
        device = {"taught": True, **self.device}
        if words is not ENGLISH:
            device["choices"] = {"dictionary": words.dictionary}
        if self.result:
            device["results"] = [{**self.result, "id": game["id"], "daily": game["daily"]}]
        if self.deal:
            device["deals"] = [{**self.deal, "date": f"{datetime.now(UTC):%Y-%m-%d}"}]
        if self.game and self.game.plays is not None:
            device["unfinished"] = [{"id": game["id"], **self.game.plays}]
        if game.get("daily"):
            device["today"] = {"date": game["daily"], "id": game["id"]}
        person.remembers(**device)
        address = self.address.format(id=game["id"], watch=game["watch_id"], length=words.length)
        person.opens(address)
        for step in self.steps:
            step.take(person, words)
        expect(person.page.locator(self.mark).first, self.name).to_be_visible()


CHEAT: Final = {"max_misses": 6, "dealer": "largest-family"}
FAIR: Final = {"max_misses": 6, "dealer": "honest", "seed": 2}
COUNTED: Final = {**CHEAT, "insight": "count"}
DAYS: Final = {"daily": "today"}
LONG: Final = {"max_misses": 6, "dictionary": "en-large", "length": 22, "dealer": "largest-family"}
WIN: Final = {"max_misses": 26}
MYSTERY: Final = {"drawn": True}
KNOWN: Final = {"drawn": False, "dealer": "largest-family"}
FRIENDS: Final = {"set": True}
RESULT: Final = {
    "id": "g", "day": "2026-11-28", "dealer": "largest-family", "length": 8, "misses": 6,
    "max_misses": 6, "won": False, "set": False, "shown": False, "hints": 1, "hard": False,
    "drawn": True, "claim": "cheated", "honest": False, "call": {"nth": 2, "left": 4},
}  # fmt: skip
RESULTS: Final = [
    {**RESULT, "id": "a", "won": True, "misses": 2, "dealer": "honest", "honest": True},
    {**RESULT, "id": "b", "claim": "fair", "call": None, "dealer": "minimax"},
    RESULT,
]
DAY: Final = {
    **RESULT, "word": "mischief", "pattern": "_i___ief", "left": 27,
    "hits": [True, False, True, False, False, True, False, False, False],
}  # fmt: skip
# A guesser asks for A, S and T, which all of these words have, and then for first letters.
RHYMES: Final = {
    "length": 4, "isHard": False, "answers": [], "goal": 1, "classic": 0, "most": 5,
    "words": ["bats", "cats", "hats", "mats", "pats", "rats"],
}  # fmt: skip
LINK_IS_MADE: Final = re.compile("Your link|Dein Link")
LATER: Final = "2999-01-01T00:00:00Z"
YESTERDAY: Final = str((datetime.now(UTC) - timedelta(days=1)).date())
TEXTS: Final = (ROOT / "service" / "web" / "static" / "texts.js").read_text()
LANGUAGES: Final = re.findall(r"^  (\w+): \{$", TEXTS, re.MULTILINE)
LISTS: Final = [(language, ENGLISH) for language in LANGUAGES] + [("en", HEBREW)]
BROKEN_BY_TEXTS: Final = [OF_LIGHTHOUSE, "color-contrast"]  # or by a look: rules of axe
FOLDED: Final = ".unfold:visible, .tail, .seal summary, .breakdown summary"
HINT, INVITE, SETTINGS = (f".spelling + .tools > :nth-child({nth})" for nth in (1, 2, 3))
CALL, CALLED = ".call button:not(.link)", ".call .link"
KEYS = ".keys button"
A_MISS, KEEP_DEALING = ".family-card:has(.red)", ".deal-end > .outcome > .pair .main"


STATES: Final = (
    State("lesson", "nine words", ".nine", "/how-to-play"),
    State("lesson", "there is no E", ".nine .kept", "/how-to-play",
          steps=(Press(".lesson .letter"),)),
    State("lesson", "the corner", ".rules", "/how-to-play?3"),
    State("lesson", "before today's game", ".nine", "/today?1"),
    State("lesson", "before a mystery", ".rules", "/fair-or-cheat?3"),
    State("start", "a new device", ".card button", ""),
    State("start", "an unfinished game", "a.onward", "", Game(CHEAT, 2, plays=KNOWN)),
    State("start", "an expired game", "p.status:not(:empty)", "",
          device={"unfinished": [{"id": "g", "until": "2026-01-01T00:00:00Z"}]}),
    State("start", "one's own yesterday", ".card .streak", "",
          device={"results": [{**DAY, "day": YESTERDAY, "daily": YESTERDAY, "until": LATER}]}),
    State("start", "today's game goes on", ".card a.main", "", Game(DAYS, 2, plays=MYSTERY)),
    State("start", "today's game is over, caught", ".finished", "", Game(DAYS, 1), result=DAY),
    State("start", "today's game is over, accused", ".finished", "", Game(DAYS, 1),
          result={**DAY, "honest": True}),
    State("start", "today's game is over, won", ".finished", "", Game(DAYS, 1),
          result={**DAY, "won": True, "left": 1, "misses": 5}),
    State("start", "choices", ".fields select", "", steps=(Press("summary"),)),
    State("start", "settings", "dialog", "", steps=(Press("footer button"),)),

    State("game", "a known dealer", KEYS, game=Game(COUNTED, plays=KNOWN)),
    State("game", "a known dealer, guessed", ".keys [data-state=miss]",
          game=Game(COUNTED, 4, plays=KNOWN)),
    State("game", "hard", KEYS, game=Game(CHEAT, 4, plays={**KNOWN, "hard": True})),
    State("game", "never hanged", KEYS,
          game=Game({**CHEAT, "max_misses": 1000}, 4, plays=MYSTERY)),
    State("game", "a mystery", KEYS, game=Game(CHEAT, plays=MYSTERY)),
    State("game", "a mystery, guessed", CALL, game=Game(CHEAT, 4, plays=MYSTERY)),
    State("game", "a mystery, fair", CALL, game=Game(FAIR, 4, plays=MYSTERY)),
    State("game", "a mystery, called", CALLED, game=Game(CHEAT, 4, plays=MYSTERY),
          steps=(Press(CALL),)),
    State("game", "a mystery, called before", ".call p:not(:empty)",
          game=Game(CHEAT, 4, plays={**MYSTERY, "call": {"nth": 2, "left": 5}})),
    State("game", "a mystery that shows the words", ".words-left",
          game=Game(COUNTED, 4, plays=MYSTERY)),
    State("game", "a mystery, hinted", ".hinted", game=Game(CHEAT, 4, plays=MYSTERY),
          steps=(Press(HINT),)),
    State("game", "a mystery, spelled", ".next-blank", game=Game(CHEAT, 4, plays=MYSTERY),
          steps=(Press(".keys .whole"),)),
    State("game", "a mystery, offline", "p.trouble:not(:empty)",
          game=Game(CHEAT, 1, plays=MYSTERY), steps=(Offline(), Guess(1, 4, is_answered=False))),
    State("game", "a mystery of 12 letters", CALL,
          game=Game({**CHEAT, "dictionary": "en", "length": 12}, 4, "eiax", plays=MYSTERY),
          words=ENGLISH),
    State("game", "a mystery of 22 letters", CALL,
          game=Game(LONG, 4, "eaio", plays=MYSTERY), words=ENGLISH),
    State("game", "a mystery, a wrong word", ".play > .note:not(:empty)",
          game=Game(CHEAT, 2, word="aardvark", plays=MYSTERY), words=ENGLISH),
    State("game", "today's", KEYS, game=Game(DAYS, plays=MYSTERY)),
    State("game", "today's, guessed", CALL, game=Game(DAYS, 4, "eiax", plays=MYSTERY)),
    State("game", "a friend's word", KEYS, "{id}?set", Game({"secret_word": "zebra"})),
    State("game", "invitation", "dialog", game=Game(CHEAT, 2, plays=KNOWN),
          steps=(Press(INVITE),)),
    State("game", "settings", "dialog", game=Game(CHEAT, 2, plays=KNOWN),
          steps=(Press(SETTINGS),)),

    State("question", "lost", ".question", game=Game(CHEAT, ALL, plays=MYSTERY)),
    State("question", "won", ".question",
          game=Game({**CHEAT, **WIN}, ALL, wins=True, plays=MYSTERY)),
    State("question", "lost to a fair one", ".question", game=Game(FAIR, ALL, plays=MYSTERY)),

    *(State("end", f"{name}, {claim}", ".end > .pair", game=game, steps=(Claim(claim),))
      for name, game, claim in (
        ("lost to a cheat", Game(CHEAT, ALL, plays=MYSTERY), CHEATED),
        ("lost to a cheat", Game(CHEAT, ALL, plays=MYSTERY), WAS_FAIR),
        ("won from a cheat", Game({**CHEAT, **WIN}, ALL, wins=True, plays=MYSTERY), CHEATED),
        ("lost to a fair one", Game(FAIR, ALL, plays=MYSTERY), CHEATED),
        ("won from a fair one", Game({**FAIR, **WIN}, ALL, wins=True, plays=MYSTERY), WAS_FAIR),
      )),
    State("end", "lost, called", ".end > .pair",
          game=Game(CHEAT, ALL, plays={**MYSTERY, "call": {"nth": 2, "left": 5}}),
          steps=(Claim(),)),
    State("end", "lost to a known dealer", ".end > .pair", game=Game(COUNTED, ALL, plays=KNOWN),
          steps=(Claim(),)),
    State("end", "lost when it was cornered", ".end > .pair",
          game=Game(LONG, ALL, "eaiosrtnldcmup", plays=MYSTERY), steps=(Claim(CHEATED),),
          words=ENGLISH),
    State("end", "a friend's word, lost", ".confession", "{id}?set",
          Game({"secret_word": "zebra", "max_misses": 3}, ALL, "quick", plays=FRIENDS),
          steps=(Claim(),)),
    State("end", "a friend's word, found", ".confession", "{id}?set",
          Game({"secret_word": "zebra"}, ALL, "zebra", plays=FRIENDS), steps=(Claim(),)),
    State("end", "won from a fair one, called", ".end > .pair",
          game=Game({**FAIR, **WIN}, ALL, wins=True,
                    plays={**MYSTERY, "call": {"nth": 2, "left": 5}}),
          steps=(Claim(),)),
    State("end", "too few words for a link", ".no-link",
          game=Game({**CHEAT, "dictionary": "en", "length": 9, "max_misses": 7}, ALL,
                    "eiaonrtslcdupmhgbyfkvw", plays=MYSTERY),
          steps=(Claim(CHEATED),), words=ENGLISH),
    State("end", "sharing", "dialog", game=Game(CHEAT, ALL, plays=MYSTERY),
          steps=(Claim(), Press(".end > .pair button"))),
    State("ladder", "lost to a cheat", ".breakdown", game=Game(CHEAT, ALL, plays=MYSTERY),
          steps=(Claim(), Unfold())),
    State("ladder", "lost to a cheat, a piece", ".family-words:not(:empty)",
          game=Game(CHEAT, ALL, plays=MYSTERY),
          steps=(Claim(), Unfold(), Press(".sheet:nth-child(2) .piece"))),
    State("ladder", "won from a fair one", ".breakdown",
          game=Game({**FAIR, **WIN}, ALL, wins=True, plays=MYSTERY),
          steps=(Claim(), Unfold())),

    State("statistics", "no game", "main button.main", "/statistics"),
    State("statistics", "games", ".statistics section", "/statistics",
          device={"results": RESULTS}),
    State("statistics", "a deal of today", "a[href='#/deal?4']", "/deal?4",
          steps=(DealOn(), Open("/statistics"))),

    State("dealing", "the first question", ".family-card", "/deal?{length}"),
    State("dealing", "all answers", ".family-card:nth-child(6)", "/deal?{length}",
          steps=(Press(".more-answers"),)),
    State("dealing", "the second question", ".take-back", "/deal?{length}",
          steps=(Press(".family-card"),)),
    State("dealing", "answers that gave themselves", ".take-back, .family-card:nth-child(2)",
          "/deal?4", deal=RHYMES),
    State("dealing", "hanged", ".hindsight:not(:empty)", "/deal?4", deal=RHYMES,
          steps=(Press(A_MISS),)),
    State("dealing", "hanged, dealt on", ".take-back", "/deal?4", deal=RHYMES,
          steps=(Press(A_MISS), Press(KEEP_DEALING), Press(A_MISS))),
    State("dealing", "solved", ".deal-end", "/deal?4", deal={**RHYMES, "goal": 5},
          steps=(DealOn(A_MISS),)),
    State("dealing", "the end", ".deal-end", "/deal?4", steps=(DealOn(),)),
    State("dealing", "the end, a piece", ".family-words:not(:empty)", "/deal?4",
          steps=(DealOn(), Unfold(), Press(".sheet .piece"))),
    State("dealing", "sharing", "dialog", "/deal?4",
          steps=(DealOn(), Press(".deal-end > .outcome > .pair button:last-child"))),

    State("a word for a friend", "the form", "form input", "/word"),
    State("a word for a friend", "no such word", "p.status:not(:empty)", "/word",
          steps=(Fill("form input", "zzebra"),)),
    State("a word for a friend", "the link", "a[href='#/word']", "/word",
          steps=(Fill("form input", "zebra"),)),
    State("links", "a game from a friend", ".card button", "/new?length=45&misses=6"),
    State("links", "a friend's word", ".card button", "like={watch}",
          Game({"secret_word": "zebra", "copyable": True})),
    State("links", "a word of one's own", ".card button", "/word",
          steps=(Fill("form input", "zebra"), Open())),
    State("links", "a game is gone", "main .lead", "0123456789abcdefghjkmnpqrs"),
    State("links", "another word", ".word-was", "hanged={watch}", Game(CHEAT, ALL)),
    State("links", "another word, why", ".wheel .given", "hanged={watch}",
          Game(CHEAT, ALL, claims=2), steps=(ComeBack(),)),
    State("links", "another long word, why", ".in-lines .given", "hanged={watch}",
          Game({**CHEAT, "dictionary": "en", "length": 12}, ALL, "zqxjkv", claims=3),
          steps=(ComeBack(),), words=ENGLISH),
    State("links", "other words are gone", "main .lead", "hanged=nothing"),
    State("watching", "a game", ".letters .wrong", "watch={watch}", Game(COUNTED, 4)),
    State("watching", "a class", ".class-board [data-status]", "/class?{watch}", Game(COUNTED, 4)),
    State("watching", "lost", ".fitted", "watch={watch}", Game(CHEAT, ALL)),
)  # fmt: skip

# Words of five letters, without final forms.
HEBREW_WORDS: Final = """
מדינה עבודה תמונה משפחה תשובה שאלות גדולה מכונה רכבות נהרות חולצה בננות גבינה עוגות לילות כיתות
מחברת מקלדת תוכנה ספרות רפואה ילדות נערות חברות אהבות תקווה שמועה מתנות דלתות קירות תחנות שדרות
גינות פינות חורשה אדמות יערות שכונה קבוצה מטרות תרומה תנועה הצגות חופשה מסיבה ארוחה סוכות פסגות
שמלות נורות מיטות כריות כוסות צלחות סירות
"""


@contextmanager
def hebrew_service(folder: Path) -> Iterator[Service]:
    """A service that has the words of `HEBREW`, too."""
    words, dictionaries = folder / "words.txt", folder / "dictionaries"
    words.write_text(HEBREW_WORDS)
    dictionaries.mkdir()
    environ = environment(folder, HANGMAN_DICTIONARY_PATH=str(dictionaries))
    name = HEBREW.dictionary
    printed(SERVE[0], "dictionary", "build", name, words, "--language", name, environ=environ)
    with serving(folder, HANGMAN_DICTIONARY_PATH=str(dictionaries)) as service:
        yield service
