"""The longest games: how many guesses one takes, how long its record and its answers become."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx

from service.dictionaries.dictionary import load_all
from service.engine.game import draw
from service.settings import shipped
from service.store.record import key_of
from tests.live.running import Service, serving
from tools.faults.findings import Finding
from tools.faults.players import LETTERS
from tools.faults.servers import Server, one_server

MOST_WORD_GUESSES: Final = 100
SEED: Final = 5
LARGEST: Final = 16 * 1024  # bytes
LARGEST_CONFESSION: Final = 65_536  # bytes: half a kilobyte for each of 126 guesses
LARGEST_WITH_WORDS: Final = 262_144  # bytes, with 50 words kept and dropped at each
LENGTHS: Final = (8, 9, 12, 15, 20)  # of 20 letters there are just over 100 words
DEALERS: Final = ("largest-family", "minimax", "honest")


def played(folder: Path, lengths: tuple[int, ...] = LENGTHS) -> Iterator[Finding]:
    """Games in which as many whole words are guessed as they take, and every letter."""
    lexicons = load_all([shipped("data")])["en-large"].lexicons
    chance, games = random.Random(5), []
    with one_server(folder / "store") as store:
        with serving(folder / "service", REDIS_URL=f"redis://{store.address}/0") as service:
            nonsense = _nonsense(service)
            misses = [_created(service, max_misses=many) for many in (999, 1000, 1001)]
            for length in lengths:
                lexicon = lexicons[length]
                drawn = lexicon.word(draw(SEED, "word", len(lexicon)))  # an honest dealer's
                words = [word for word in lexicon.words(lexicon.everything) if word != drawn]
                guesses = chance.sample(words, MOST_WORD_GUESSES + 2)
                games += [_Long(service, store, dealer, guesses, chance) for dealer in DEALERS]
    yield Finding(
        "7", "a whole word that is not in the game's dictionary", "20 words",
        "422 `not-a-word`, and it costs nothing", nonsense, nonsense == "20 refused, 0 misses",
    )  # fmt: skip
    yield Finding(
        "7", "`max_misses` of 999, of 1,000, and of 1,001", "once each",
        "201, 201, 422", ", ".join(map(str, misses)), misses == [201, 201, 422],
    )  # fmt: skip
    wrong = [str(game.taken) for game in games if not game.keeps_its_end]
    yield Finding(
        "7", "whole words without end, then letters", f"{len(games)} games",
        f"{MOST_WORD_GUESSES} words, then 409 `too-many-words`; letters go on",
        "; ".join(wrong) or "so it was", not wrong,
    )  # fmt: skip
    record, answer = (max(game.sizes[name] for game in games) for name in ("record", "answer"))
    yield Finding(
        "7", "the record of such a game, and its answers but the confession", f"{len(games)} games",
        f"{LARGEST:,} bytes at most", f"{record:,} and {answer:,} bytes",
        max(record, answer) <= LARGEST,
    )  # fmt: skip


def confessed(folder: Path) -> Iterator[Finding]:
    """The confession of such a game."""
    lexicons = load_all([shipped("data")])["en-large"].lexicons
    chance, sizes, longest = random.Random(5), [], []
    with one_server(folder / "store") as store:
        with serving(folder / "service", REDIS_URL=f"redis://{store.address}/0") as service:
            for length in LENGTHS:
                words = lexicons[length].words(lexicons[length].everything)
                guesses = chance.sample(words, MOST_WORD_GUESSES)
                game = _Long(service, store, "largest-family", guesses, chance)
                sizes.append((game.sizes["confession"], length))
                longest.append(game.sizes["words"])
    largest, length = max(sizes)
    yield Finding(
        "7", "the confession of such a game", f"{len(sizes)} games",
        f"{LARGEST_CONFESSION:,} bytes at most",
        f"{largest:,} bytes, {length} letters", largest <= LARGEST_CONFESSION,
    )  # fmt: skip
    yield Finding(
        "7", "the same with `?words=50`", f"{len(longest)} games",
        f"{LARGEST_WITH_WORDS:,} bytes at most",
        f"{max(longest):,} bytes", max(longest) <= LARGEST_WITH_WORDS,
    )  # fmt: skip


class _Long:
    """A game in which whole words are guessed, and then every letter: what it took, its sizes."""

    def __init__(
        self, service: Service, store: Server, dealer: str, words: list[str], chance: random.Random
    ) -> None:
        length = len(words[0])
        request = {"dictionary": "en-large", "length": length, "max_misses": 1000, "seed": SEED}
        self.sizes: dict[str, int] = {}
        with httpx.Client(base_url=service.url, timeout=60) as client:
            self._client = client
            game = client.post("/games", json={**request, "dealer": dealer}).json()["id"]
            self._path = f"/games/{game}"
            self.taken = [self._guessed(word=word) for word in words]
            letters = [self._guessed(letter=c) for c in chance.sample(LETTERS, 26)]
            self._letters_go_on = letters[0] == "200"
            for path in ("", "/guesses"):
                self._note("answer", client.get(self._path + path))
            self._note("confession", client.get(self._path + "/confession"))
            self._note("words", client.get(self._path + "/confession?words=50"))
        with store.client as held:
            self.sizes["record"] = int(held.strlen(key_of(game)))

    @property
    def keeps_its_end(self) -> bool:
        more = self.taken[MOST_WORD_GUESSES:]
        return (
            self._letters_go_on
            and set(self.taken[:MOST_WORD_GUESSES]) == {"200"}
            and set(more) == {"409 too-many-words"}
        )

    def _guessed(self, **guess: str) -> str:
        answer = self._client.post(self._path + "/guesses", json=guess)
        self._note("answer", answer)
        kind = "" if answer.status_code == 200 else f" {answer.json()['type']}"
        return f"{answer.status_code}{kind}"

    def _note(self, kind: str, answer: httpx.Response) -> None:
        self.sizes[kind] = max(self.sizes.get(kind, 0), len(answer.content))


def _created(service: Service, **request: Any) -> int:
    return service.post("/games", json=request).status_code


def _nonsense(service: Service) -> str:
    """How many words that are none are refused, and what they cost."""
    game = service.post("/games", json={"length": 8}).json()["id"]
    path = f"/games/{game}/guesses"
    answers = [service.post(path, json={"word": "qzxj" + c * 4}) for c in LETTERS[:20]]
    kinds = [(answer.status_code, answer.json().get("code")) for answer in answers]
    misses = service.get(f"/games/{game}").json()["misses"]
    return f"{kinds.count((422, 'not-a-word'))} refused, {misses} misses"
