"""What a view takes and returns: said above it, done around it, and read by the contract.

@blueprint.post("/hints")
@takes("hint", body=schemas.HintRequest)
@returns(HintView)
def hint_elsewhere(question: HintQuestion) -> HintView: ...
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias

from flask import Response, g

from service.api import messages
from service.api.field_errors import Schema
from service.api.hooks import refuse_query
from service.api.limits import Kind, charge
from service.store.record import key_of

View: TypeAlias = Callable[..., Any]


@dataclass(frozen=True)
class Taken:
    """What a view takes: units of a kind, and the schemas of its body and of its query."""

    units: Kind
    body: type[Schema] | None
    query: type[Schema] | None


def takes(
    units: Kind,
    *,
    body: type[Schema] | None = None,
    query: type[Schema] | None = None,
    load: Callable[[type[Schema]], Any] = messages.body,
    reads_game: bool = False,
) -> Callable[[View], View]:
    """Charge the client a unit, then read its body and its query, and give them to the view.

    What was loaded of the body is the view's first argument; the parameters of the query are named
    arguments, as those of the path. A view without a query refuses one, which costs nothing. For a
    view that `reads_game`, `g.ahead` is the game's value, if it came with the count of units.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def taking(**path: Any) -> Any:
            if query is None:
                refuse_query()
            if reads_game:
                g.ahead = charge(units, ahead=key_of(path["game_id"]))
            else:
                charge(units)
            parameters = {**path, **messages.query(query)} if query else path
            return view(load(body), **parameters) if body else view(**parameters)

        described: Any = taking
        described.takes = Taken(units, body, query)
        return taking

    return decorated


def returns(kind: type[Any] | None) -> Callable[[View], View]:
    """Answer with what the view returns: an object of this kind, or a response that has one."""

    def decorated(view: View) -> View:
        @wraps(view)
        def returning(*loaded: Any, **parameters: Any) -> Response:
            returned = view(*loaded, **parameters)
            return returned if isinstance(returned, Response) else messages.answer(returned)

        described: Any = returning
        described.returns = kind
        return returning

    return decorated
