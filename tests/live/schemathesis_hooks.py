"""Put into the schemas, for schemathesis, what the contract says of requests only in prose."""

from typing import Any

import schemathesis

TAGS = ["*", '"1"', 'W/"1"', '"2", "7"']  # its coverage phase ignores a header's pattern


@schemathesis.hook
def before_load_schema(_: object, raw_schema: dict[str, Any]) -> None:
    """Allow null for optional fields, and only quoted tags."""
    for name in ("IfMatch", "IfNoneMatch"):
        raw_schema["components"]["parameters"][name]["schema"] = {"type": "string", "enum": TAGS}
    for schema in raw_schema["components"]["schemas"].values():
        if schema.get("additionalProperties") is False:  # only in requests
            for name in schema["properties"].keys() - {*schema.get("required", ())}:
                field = schema["properties"][name]
                schema["properties"][name] = {"anyOf": [field, {"type": "null"}]}
