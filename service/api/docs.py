"""The contract and its pages: openapi.yaml, the documentation, what each problem means."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeAlias

import orjson
import yaml
from flask import Blueprint, Response, abort, render_template, request, url_for
from flask.blueprints import BlueprintSetupState

from service.api.application import app
from service.api.messages import answer, cacheable_answer
from service.api.problems import PROBLEM_TYPES
from service.http_cache import FIVE_MINUTES, REVALIDATE, content_of, file_content

PAGES: Final = Path(__file__).parent / "pages"
SWAGGER_UI: Final = Path(str(files("flask_swagger_ui"))) / "dist"
ASSETS: Final = {
    **{name: PAGES / name for name in ("docs.css", "accessible.js", "docs.js", "samples.js")},
    **{name: SWAGGER_UI / name for name in ("swagger-ui.css", "swagger-ui-bundle.js")},
}
LINKSET: Final = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
PREFIX: Final = "X-Forwarded-Prefix"
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
)  # Swagger UI sets styles on elements

Contract: TypeAlias = dict[str, Any]
Call: TypeAlias = tuple[str, str]  # its anchor on the documentation page; its method and path

blueprint = Blueprint("docs", __name__, template_folder="pages")


@blueprint.record_once
def read(_: BlueprintSetupState) -> None:
    """Read and gzip the assets when the service starts, so that no request waits for it."""
    for file in ASSETS.values():
        file_content(file)


@blueprint.get("/openapi.yaml")
def contract_in_yaml() -> Response:
    """The OpenAPI description; its server is the path of the service behind a proxy."""
    content = file_content(app.parts.contract)
    server = b'servers: [{url: "%s"' % (request.script_root or "/").encode()
    raw = content.raw.replace(b'servers: [{url: "/"', server, 1)
    # Any client can send a prefix, so an answer with one is neither gzipped nor cached.
    if PREFIX in request.headers:
        return _varied(Response(raw, mimetype=content.mimetype))
    return _varied(content_of(raw, content.mimetype).answer(FIVE_MINUTES))


@blueprint.get("/openapi.json")
def contract_in_json() -> Response:
    """The OpenAPI description as JSON; its server is the path of the service behind a proxy."""
    [server] = contract()["servers"]
    described = {**contract(), "servers": [{**server, "url": request.script_root or "/"}]}
    return _varied(answer(described) if PREFIX in request.headers else cacheable_answer(described))


@blueprint.get("/.well-known/api-catalog")
def catalog() -> Response:
    """Links to the API, for a program that knows only the host (RFC 9727)."""
    links = {
        "anchor": url_for("page.play"),
        "service-desc": [
            {"href": url_for("docs.contract_in_json"), "type": "application/json"},
            {"href": url_for("docs.contract_in_yaml"), "type": "text/yaml"},
        ],
        "service-doc": [{"href": url_for("docs.documentation"), "type": "text/html"}],
        "status": [{"href": url_for("health.ready"), "type": "application/json"}],
    }
    response = answer({"linkset": [links]}, mimetype=LINKSET)
    response.headers["Link"] = f'<{url_for("docs.catalog")}>; rel="api-catalog"'
    return _varied(response)


@blueprint.get("/docs")
def documentation() -> Response:
    """The documentation page; it loads nothing from other hosts."""
    return page("docs.html", keys=bool(app.parts.keys))


@blueprint.get("/docs/<asset>")
def asset(asset: str) -> Response:
    """A file that the documentation page loads."""
    return file_content(ASSETS.get(asset) or abort(404)).answer(FIVE_MINUTES)


@blueprint.get("/problems")
@blueprint.get("/problems/<name>")
def problems(name: str = "") -> Response:
    """A page about all types of problems, or about one: the `type` of a problem is its address."""
    named = [each for each in PROBLEM_TYPES if name in ("", each.code)] or abort(404)
    return page("problems.html", problem_types=named, examples=examples_of_problems())


def page(template: str, **values: Any) -> Response:
    """A page, rendered from a template."""
    response = Response(render_template(template, **values), mimetype="text/html")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    response.headers["Cache-Control"] = REVALIDATE
    return _varied(response)


def _varied(response: Response) -> Response:
    """Add `Vary` to an answer whose addresses begin with the prefix that a proxy sends."""
    response.vary.add(PREFIX)
    return response


@cache
def contract() -> Contract:
    """The contract, read from the file that the application's configuration names."""
    return dict(yaml.load(app.parts.contract.read_bytes(), yaml.CSafeLoader))


@cache
def examples_of_problems() -> dict[str, dict[Call, str]]:
    """By the `code` of a problem: the calls that can return it, each with an example of a body."""
    by_code = defaultdict[str, dict[Call, str]](dict)
    for address, item in contract()["paths"].items():
        for method, operation in item.items():
            place = f"#/{operation['tags'][0]}/{operation['operationId']}"
            for body in _problem_bodies(operation):
                text = orjson.dumps(body, option=orjson.OPT_INDENT_2).decode()
                by_code[body["code"]][place, f"{method.upper()} {address}"] = text
    return by_code


def _problem_bodies(operation: Contract) -> Iterator[Contract]:
    """The example problems of an operation; some of its answers are shared components."""
    shared = contract()["components"]["responses"]
    for response in operation["responses"].values():
        name = response.get("$ref", "").removeprefix("#/components/responses/")
        content = shared.get(name, response).get("content", {})
        for example in content.get("application/problem+json", {}).get("examples", {}).values():
            yield example["value"]
