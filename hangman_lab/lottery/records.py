"""The progress of a search as JSON, so that another run can go on from it."""

from typing import Any, TypeAlias

import numpy as np

from hangman_lab.lottery.deck import DeckSolution
from hangman_lab.lottery.play_out import Plan
from hangman_lab.lottery.program import Options, Strategy
from hangman_lab.lottery.search import Lottery, Progress
from service.engine.cheat_list import WordIDs
from service.search.bit_sets import numbers_in
from service.search.word_sets import Words

JSON: TypeAlias = Any


def as_json(progress: Progress) -> JSON:
    """All of a search's progress; a strategy that several plans share stands there once."""
    solved = progress.solved
    decks = {id(solved.strategy): (solved.deck, solved.strategy)}
    decks |= {id(plan.strategy): (plan.deck, plan.strategy) for plan in progress.plans}
    numbers = {key: number for number, key in enumerate(decks)}
    return {
        "lower": progress.lower,
        "upper": progress.upper,
        "lottery": [progress.lottery.ids.tolist(), progress.lottery.weights.tolist()],
        "decks": [_deck_as_json(*deck) for deck in decks.values()],
        "plans": [[numbers[id(plan.strategy)], plan.weights.tolist()] for plan in progress.plans],
        "shares": progress.shares.tolist(),
        "weights": progress.weights.tolist(),
        "solved": [solved.weights.tolist(), solved.lower, solved.upper],
        "worst": progress.worst,
    }


def progress_in(content: JSON) -> Progress:
    """What `as_json` has written."""
    decks = [_deck_in(deck) for deck in content["decks"]]
    weights, lower, upper = content["solved"]
    (deck, strategy), *_ = decks
    ids, drawn = content["lottery"]
    return Progress(
        content["lower"],
        content["upper"],
        Lottery(np.array(ids), np.array(drawn)),
        [_plan(decks[number], weights) for number, weights in content["plans"]],
        np.array(content["shares"]),
        np.array(content["weights"]),
        DeckSolution(deck, np.array(weights, dtype=np.int64), lower, upper, strategy),
        content["worst"],
    )


def _plan(deck: tuple[WordIDs, Strategy], weights: JSON) -> Plan:
    return Plan(*deck, np.array(weights))


def _deck_as_json(deck: WordIDs, strategy: Strategy) -> JSON:
    """The deck's words, and the options at each position: a word of the deck is a bit there."""
    places = {word_id: place for place, word_id in enumerate(deck.tolist())}
    return [
        deck.tolist(),
        [[f"{_moved(position, places):x}", options] for position, options in strategy.items()],
    ]


def _deck_in(content: JSON) -> tuple[WordIDs, Strategy]:
    deck, positions = content
    ids = dict(enumerate(deck))
    strategy: dict[Words, Options] = {
        _moved(int(bits, 16), ids): [(letter, part) for letter, part in options]
        for bits, options in positions
    }
    return np.array(deck, dtype=np.int64), strategy


def _moved(words: Words, places: dict[int, int]) -> Words:
    """The set with each member at its new place."""
    moved = 0
    for member in numbers_in(words):
        moved |= 1 << places[member]
    return moved
