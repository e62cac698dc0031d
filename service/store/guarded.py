"""The store's client behind a breaker; translates redis-py's errors into ours."""

from typing import Any, Final

from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import NoScriptError, OutOfMemoryError, RedisError, ResponseError
from redis.exceptions import TimeoutError as NotInTime

from service.store.breaker import Breaker
from service.store.clients import Client
from service.store.errors import StoreBusy, StoreFull, StoreUnavailable, WrongType
from service.store.turns import AllInUse

# What redis-py raises of a connection that another thread has dropped, as `sentinel` does.
DROPPED: Final = (AttributeError, TypeError, ValueError)


class Guarded:
    """A client that sends each command once, and none to a store that is known to be away."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._breaker = Breaker(lambda: client.execute_command("PING"))

    def execute_command(self, *arguments: Any) -> Any:
        """The store's answer.

        Raises StoreUnavailable, StoreBusy, StoreFull, WrongType, and redis-py's NoScriptError.
        """
        if self._breaker.is_open:
            raise StoreUnavailable("it did not answer others, and is asked until it does")
        try:
            answer = self._client.execute_command(*arguments)
        except NoScriptError:
            raise
        except OutOfMemoryError as error:
            raise StoreFull(str(error)) from error
        except AllInUse as error:
            raise StoreBusy(str(error)) from error
        except (RedisError, *DROPPED) as error:
            if isinstance(error, (NotConnected, NotInTime, *DROPPED)):
                self._breaker.count_failure()
            raise _translated(error) from error
        self._breaker.failures = 0
        return answer


def _translated(error: Exception) -> StoreUnavailable:
    if isinstance(error, ResponseError) and str(error).startswith("WRONGTYPE"):
        return WrongType(str(error))
    return StoreUnavailable(f"{type(error).__name__}: {error}")
