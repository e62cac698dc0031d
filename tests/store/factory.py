"""Records and stores, each in one line."""

from dataclasses import replace

from service.engine.cheat_list import CheatList
from service.engine.transcript import LetterAnswer, Transcript
from service.ids import new_operation
from service.store.addresses import client_of
from service.store.embedded import EmbeddedServer
from service.store.game_store import GameStore
from service.store.record import Life, Move, Record
from tests.factory import lexicon

WORDS = ["cat", "cot", "cut"]


def store(server: EmbeddedServer | str, life: int = 60_000) -> GameStore:
    url = server if isinstance(server, str) else server.url
    return GameStore(client_of(url, connect_timeout=0.1, read_timeout=0.25), Life(life, life))


def record() -> Record:
    of = lexicon(WORDS)
    return Record(
        dictionary="tiny",
        fingerprint="0123456789abcdef",
        dealer="largest-family",
        seed=2**53 - 1,
        max_misses=None,
        insight="full",
        word="cat",
        asked=b"\xff" * 8,
        created_at=1_700_000_000_000,
        transcript=Transcript(3),
        moves=(),
        left=CheatList(len(of), ids=of.everything),
    )


def guessed(before: Record, letter: str, positions: int = 0) -> Record:
    return replace(
        before,
        transcript=before.transcript.after(LetterAnswer(letter, positions)),
        moves=(*before.moves, Move(new_operation(), before.changed_at + 1)),
    )
