"""What happens in the service: one hook, which metrics and traces listen to.

Whatever happens is told by a name and facts:

    start           record: after a new game was stored
    guess           record, size: after a guess was stored, in so many bytes
    command         command, seconds, error: after the store has answered, or has not
    store_away      server, reason, timeout: when a server of the store has answered nothing for a
                    while; the timeout that its last command missed, `connect`, `read` or None
    store_slow      timeout: when a server of the store has often missed it, and then answered
    request_begins  route, method: before the view
    request         route, method, status, seconds: when its answer is complete
    refusal         status: after the worker has answered bytes that are not a request
    line_lost       no facts: when a line of the log could not be written
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias

NO_ROUTE: Final = "none"  # the route of a request to a path that no route has

Listener: TypeAlias = Callable[..., object]


class OnEvent(Protocol):
    """The hook, as those who tell what happens see it."""

    def __call__(self, name: str, /, **facts: Any) -> None: ...  # noqa: D102


class Events:
    """The hook: it calls those who listen to an event of this name, in the order of `listen`."""

    def __init__(self) -> None:
        self._listeners = defaultdict[str, list[Listener]](list)

    def listen(self, **listeners: Listener) -> None:
        """Call each of these functions with the facts of the events of its name."""
        for name, listener in listeners.items():
            self._listeners[name].append(listener)

    def __call__(self, name: str, /, **facts: Any) -> None:
        """Tell all listeners."""
        for listener in self._listeners.get(name, ()):
            listener(**facts)


def ignore(name: str, /, **facts: Any) -> None:
    """The hook of those to whom nobody listens."""
