"""What the contract says of requests in a sentence alone, said at each field for schemathesis."""

from typing import Any

import schemathesis

TAGS = ["*", '"1"', 'W/"1"', '"2", "7"']  # its coverage does not keep to the pattern of a header


@schemathesis.hook
def before_load_schema(_: object, raw_schema: dict[str, Any]) -> None:
    """Null means the same as leaving a field out, and tags are quoted."""
    for name in ("IfMatch", "IfNoneMatch"):
        raw_schema["components"]["parameters"][name]["schema"] = {"type": "string", "enum": TAGS}
    for schema in raw_schema["components"]["schemas"].values():
        if schema.get("additionalProperties") is False:  # only in requests
            for name in schema["properties"].keys() - {*schema.get("required", ())}:
                field = schema["properties"][name]
                schema["properties"][name] = {"anyOf": [field, {"type": "null"}]}
