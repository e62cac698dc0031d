"""Put into the schemas, for schemathesis, what the contract says of requests only in prose."""

from typing import Any

import schemathesis

TAGS = ["*", '"1"', 'W/"1"', '"2", "7"']  # its coverage phase ignores a header's pattern


@schemathesis.hook
def before_load_schema(_: object, raw_schema: dict[str, Any]) -> None:
    """Allow only quoted tags."""
    for name in ("IfMatch", "IfNoneMatch"):
        raw_schema["components"]["parameters"][name]["schema"] = {"type": "string", "enum": TAGS}
