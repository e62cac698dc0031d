"""The progress of a search as JSON, so that another run can continue it."""

from typing import Any, TypeAlias

import numpy as np

from hangman_lab.lottery.deck import DeckSolution
from hangman_lab.lottery.play_out import Plan
from hangman_lab.lottery.program import Strategy
from hangman_lab.lottery.search import Lottery, Progress
from service.engine.cheat_list import WordIDs

JSON: TypeAlias = Any


def as_json(progress: Progress) -> JSON:
    """All of a search's progress; a strategy that several plans share is written once."""
    solved = progress.solved
    decks = {id(solved.strategy): (solved.deck, solved.strategy)}
    decks |= {id(plan.strategy): (plan.deck, plan.strategy) for plan in progress.plans}
    numbers = {key: number for number, key in enumerate(decks)}
    return {
        "lower": progress.lower,
        "upper": progress.upper,
        "lottery": [progress.lottery.ids.tolist(), progress.lottery.weights.tolist()],
        "decks": [[deck.tolist(), dict(strategy)] for deck, strategy in decks.values()],
        "plans": [[numbers[id(plan.strategy)], plan.weights.tolist()] for plan in progress.plans],
        "shares": progress.shares.tolist(),
        "weights": progress.weights.tolist(),
        "solved": [solved.weights.tolist(), solved.lower, solved.upper],
    }


def progress_in(content: JSON) -> Progress:
    """The progress that `as_json` has written."""
    decks = [_deck_in(*deck) for deck in content["decks"]]
    weights, lower, upper = content["solved"]
    (deck, strategy), *_ = decks
    return Progress(
        content["lower"],
        content["upper"],
        Lottery(*map(np.array, content["lottery"])),
        [Plan(*decks[int(number)], np.array(weights)) for number, weights in content["plans"]],
        np.array(content["shares"]),
        np.array(content["weights"]),
        DeckSolution(deck, np.array(weights, dtype=np.int64), lower, upper, strategy),
    )


def _deck_in(deck: JSON, strategy: JSON) -> tuple[WordIDs, Strategy]:
    options = {int(key): [tuple(pair) for pair in pairs] for key, pairs in strategy.items()}
    return np.array(deck, dtype=np.int64), options
