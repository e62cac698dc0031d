"""Requests as Hypothesis draws them from the contract: good ones, about a game, and malformed ones.

A field or parameter whose name a story has gets its value from there, so that the request makes
sense; any other value is drawn from its schema.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from hypothesis import strategies as st

from service.api.messages import LARGEST
from service.api.schemas import MOST_GUESSES
from service.choices import MOST_MISSES
from service.dictionaries.dictionary import Dictionary
from service.engine.game import MOST_WORD_GUESSES
from service.registry import DEALERS, GUESSERS
from tests.support.contract import followed, operations
from tests.support.referee import where
from tools.worst_requests.desk import Played, Request, Text

CHEATS: Final = [dealer.name for dealer in DEALERS.values() if not dealer.is_honest]
COMMON, RARE = "etaoinsrhldcumfpgwybvkxjqz", "qjxzkvwyfbghmpdlcntsroiuae"
LONGEST_HEADER: Final = 4000
WRONG: Final = (
    *("-1", "99", "5.5", "1e99", '"5"', '""', '" "', '"é"', '"ee"'),
    *(r'"\ud800"', "null", "true", "{}", "[]"),
)
TAGS: Final = ('"1",', 'W/"#",', "*,", "a=b,", "x", ",")

Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]
Schema: TypeAlias = Mapping[str, Any]
Story: TypeAlias = Mapping[str, Any]


@st.composite
def stories(draw: Draw, dictionaries: Mapping[str, Dictionary]) -> Story:
    """A word of a dictionary and guesses at it, as values by the names of fields."""
    name = draw(st.sampled_from(sorted(dictionaries)))
    lexicons = dictionaries[name].lexicons
    length = draw(st.sampled_from(sorted(lexicons)))
    lexicon = lexicons[length]
    number = draw(st.integers(0, len(lexicon) - 1))
    word = lexicon.word(number)
    shuffled = st.permutations(COMMON).map("".join)
    letters = draw(st.sampled_from((COMMON, RARE)) | shuffled)
    letter_count = draw(st.just(26) | st.integers(0, 26))
    apart = draw(st.sampled_from((0, 1, 7)))  # 0: the same word again and again
    count = draw(st.integers(0, MOST_GUESSES))
    places = {letter: where(letter, word) for letter in letters[:letter_count]}
    wrong = [lexicon.word((number + 1 + n * apart) % len(lexicon)) for n in range(count)]
    if draw(st.booleans()):  # hardly any of them is a word of the dictionary
        wrong = [other[::-1] for other in wrong]
    guesses = [{"letter": letter, "positions": list(at)} for letter, at in places.items()]
    guesses += [{"word": other, "hit": False} for other in wrong]
    return {
        "dictionary": name, "name": name, "length": length, "word": word, "secret_word": word,
        "date": str(datetime.now(UTC).date()),
        "dealer": draw(st.sampled_from(sorted(DEALERS))),
        "guesser": draw(st.sampled_from(sorted(GUESSERS))),
        "letter": letters[letter_count % 26], "letters": letters[:letter_count],
        "pattern": "".join(letter if letter in places else "_" for letter in word),
        "wrong_letters": [letter for letter, at in places.items() if not at],
        "wrong_words": wrong[:MOST_WORD_GUESSES],
        "guessed_words": min(count, MOST_WORD_GUESSES), "number": number,
        "dealers": draw(st.lists(st.sampled_from(CHEATS), unique=True)),
        "guesses": draw(st.sampled_from((guesses, guesses[::-1])))[:MOST_GUESSES],
    }  # fmt: skip


@st.composite
def games(draw: Draw, story: Story) -> Played:
    """The story as a game of the service, with any dealer."""
    schema = followed({"$ref": "#/components/schemas/GameRequest"})["properties"]
    about = {name: story[name] for name in ("dictionary", "length", "dealer")}
    chosen = {name: draw(values(schema[name])) for name in ("seed", "insight")}
    misses = draw(st.just(MOST_MISSES) | st.integers(1, 26 + MOST_WORD_GUESSES))
    return Played(
        {**about, "max_misses": misses, **chosen},
        story["letters"],
        story["guessed_words"],
        story["number"],
        draw(st.sampled_from((3, len(COMMON)))),
    )


def values(schema: Schema) -> st.SearchStrategy[Any]:
    """Values that a schema allows."""
    schema = followed(schema["anyOf"][0] if "anyOf" in schema else dict(schema))
    kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
    if choices := schema.get("enum") or schema.get("x-extensible-enum"):
        return st.sampled_from(choices)
    if kind == "integer":
        return st.integers(schema["minimum"], schema["maximum"])
    if kind == "array":
        return st.lists(values(schema["items"]), max_size=schema["maxItems"])
    if kind == "object":
        return st.fixed_dictionaries(
            {}, optional={name: values(each) for name, each in schema["properties"].items()}
        )
    if kind == "boolean":
        return st.booleans()
    return st.text(min_size=schema.get("minLength", 0), max_size=schema.get("maxLength", 64))


@st.composite
def good_bodies(draw: Draw, schema: Schema, story: Story) -> Text:
    """An object with some of the fields of a schema."""
    properties, required = schema["properties"], schema.get("required", [])
    optional = sorted(properties.keys() - set(required))
    chosen = st.lists(st.sampled_from(optional), unique=True) if optional else st.just([])
    names = [*required, *draw(chosen)]
    fields = {n: story[n] if n in story else draw(values(properties[n])) for n in names}
    return (json.dumps(fields, ensure_ascii=False), "", 0, "")


@st.composite
def wrong_bodies(draw: Draw, schema: Schema) -> Text:
    """A body that repeats something wrong: items of a list, keys, brackets, characters."""
    properties = schema["properties"] or {"none": {}}  # of a call without fields
    name, field = draw(st.sampled_from(sorted(properties.items())))
    head = f'{{"{name}":'
    items = followed(field).get("items")
    if items and draw(st.booleans()):
        item = draw(wrong_values(items))
        return _repeated(draw, f"{head}[", f"{item},", f"{item}]}}")
    kinds = [
        *[(f'{head}"', character, '"}') for character in ("x", "é", r"\ud800")],
        *[(head, opened, "") for opened in ("[", '{"a":', "9", " ")],
        *[("{", '"k#":0,', last) for last in ('"k0":0}', '"k":0}')],
        ("{", f'"{name}":0,', f'"{name}":0}}'),
    ]
    return _repeated(draw, *draw(st.sampled_from(kinds)))


@st.composite
def wrong_values(draw: Draw, schema: Schema) -> str:
    """JSON with the structure of a schema, but with wrong leaves."""
    schema = followed(dict(schema))
    if "properties" in schema and draw(st.booleans()):
        names = draw(st.lists(st.sampled_from(sorted(schema["properties"])), unique=True))
        pairs = [f'"{name}":{draw(wrong_values(schema["properties"][name]))}' for name in names]
        return f"{{{','.join(pairs)}}}"
    if "items" in schema and draw(st.booleans()):
        item = draw(wrong_values(schema["items"]))
        return f"[{','.join([item] * draw(st.integers(1, schema['maxItems'])))}]"
    return str(draw(st.sampled_from(WRONG)))


def _repeated(draw: Draw, head: str, unit: str, tail: str, most: int = LARGEST) -> Text:
    size = len(unit.replace("#", "9999").encode())
    room = max(1, (most - len((head + tail).encode())) // size)
    return head, unit, draw(st.integers(0, room) | st.just(room)), tail


@st.composite
def requests(draw: Draw, path: str, method: str, dictionaries: Mapping[str, Dictionary]) -> Request:
    """A request of an operation."""
    operation = operations()[path, method]
    parameters = [followed(one) for one in operation.get("parameters", [])]
    story = draw(stories(dictionaries))
    played = draw(games(story)) if "{game_id}" in path or "{watch_id}" in path else None
    for parameter in parameters:
        if parameter["in"] == "path" and parameter["name"] not in ("game_id", "watch_id"):
            name = parameter["name"]
            path = path.replace(f"{{{name}}}", draw(st.sampled_from(("x", story[name]))))
    query, headers = _query(draw, parameters), _headers(draw, parameters)
    body = None
    if "requestBody" in operation:
        schema = followed(operation["requestBody"]["content"]["application/json"]["schema"])
        body = draw(good_bodies(schema, story) | wrong_bodies(schema))
    return Request(method, path, query, headers, body, played)


def _query(draw: Draw, parameters: Sequence[Schema]) -> Text:
    """A query with all parameters, or with none, or with very many unknown ones."""
    known = [one for one in parameters if one["in"] == "query"]
    text = "&".join(f"{one['name']}={draw(values(one['schema']))}" for one in known)
    if not draw(st.integers(0, 9)):
        return _repeated(draw, text, "&k#=%20", "", LONGEST_HEADER)
    return (text if draw(st.booleans()) else "", "", 0, "")


def _headers(draw: Draw, parameters: Sequence[Schema]) -> Mapping[str, Text]:
    """Sometimes a header, which may be as long as the service accepts."""
    names = [one["name"] for one in parameters if one["in"] == "header"]
    if not names or draw(st.integers(0, 3)):
        return {}
    name, unit = draw(st.sampled_from(names)), draw(st.sampled_from(TAGS))
    return {name: _repeated(draw, "", unit, "", LONGEST_HEADER)}
