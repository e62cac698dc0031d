"""What is shown: schemas that dump as marshmallow does, by a plan that is made once."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, TypeAlias

from marshmallow import Schema, fields

Convert: TypeAlias = Callable[[Any], Any]


class Instant(fields.Field[datetime]):
    """A time, as RFC 3339 in UTC to the millisecond."""

    def _serialize(self, value: datetime | None, *_: Any, **__: Any) -> str | None:
        return None if value is None else rfc3339(value)


class Shown(Schema):
    """A schema that is only dumped, a view or a mapping, to what orjson writes.

    marshmallow asks each field for its attribute, its default and its value: 40 us of a guess's
    500. Views have the values already; only times and nested views are converted.
    """

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        """The fields of the schema that `obj` has."""
        del many
        found = obj if isinstance(obj, Mapping) else vars(obj)
        names, conversions = self._plan
        shown = {name: found[name] for name in names if name in found}
        for name, convert in conversions:
            if shown.get(name) is not None:
                shown[name] = convert(shown[name])
        return shown

    @cached_property
    def _plan(self) -> tuple[list[str], list[tuple[str, Convert]]]:
        """The names of the fields, and how those are converted that are."""
        found = {name: _conversion(field) for name, field in self.fields.items()}
        return list(found), [(name, convert) for name, convert in found.items() if convert]


def rfc3339(time: datetime) -> str:
    """A time in UTC, to the millisecond."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _conversion(field: Any) -> Convert | None:
    """How a field's value is converted; None where it is shown as it is."""
    if isinstance(field, Instant):
        return rfc3339
    if isinstance(field, fields.Nested):
        dump: Convert = field.schema.dump
        return dump
    inner = _conversion(field.inner) if isinstance(field, fields.List) else None
    return (lambda values: [inner(value) for value in values]) if inner else None
