"""The contract and its pages: openapi.yaml, the documentation, what each problem means."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask.blueprints import BlueprintSetupState

from service.api import contract
from service.api.answers import answer, kept_answer
from service.api.problem_types import ProblemType
from service.api.problems import PROBLEM_TYPES
from service.http_cache import FIVE_MINUTES, file_content

SWAGGER_UI: Final = Path(str(files("flask_swagger_ui"))) / "dist"
PAGES: Final = Path(__file__).parent / "pages"
OURS: Final = ("docs.css", "accessible.js", "docs.js", "samples.js")
OF_SWAGGER_UI: Final = ("swagger-ui.css", "swagger-ui-bundle.js")
ASSETS: Final = {name: PAGES / name for name in OURS} | {
    name: SWAGGER_UI / name for name in OF_SWAGGER_UI
}
LINKSET: Final = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
)  # Swagger UI sets styles on elements

blueprint = Blueprint("docs", __name__, template_folder="pages")


@blueprint.record_once
def read(_: BlueprintSetupState) -> None:
    """Read and pack the assets when the service starts, not while others wait."""
    for file in ASSETS.values():
        file_content(file)


@blueprint.get("/openapi.yaml")
def contract_in_yaml() -> Response:
    """The OpenAPI description."""
    return file_content(current_app.config["OPENAPI"]).answer(FIVE_MINUTES)


@blueprint.get("/openapi.json")
def contract_in_json() -> Response:
    """The OpenAPI description as JSON; its server is the path of the service behind a proxy."""
    described = contract.read(current_app.config["OPENAPI"])
    [server] = described["servers"]
    return kept_answer({**described, "servers": [{**server, "url": request.script_root or "/"}]})


@blueprint.get("/.well-known/api-catalog")
def catalog() -> Response:
    """Where a program that knows only the host finds what it needs (RFC 9727)."""
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
    return response


@blueprint.get("/docs")
def documentation() -> Response:
    """The documentation page; it loads nothing from other hosts."""
    return _page("docs.html")


@blueprint.get("/docs/<asset>")
def asset(asset: str) -> Response:
    """What the documentation page loads."""
    if asset not in ASSETS:
        abort(404)
    return file_content(ASSETS[asset]).answer(FIVE_MINUTES)


@blueprint.get("/problems")
def problems() -> Response:
    """Every type of problem."""
    return _problem_page(PROBLEM_TYPES)


@blueprint.get("/problems/<name>")
def problem_kind(name: str) -> Response:
    """One type of problem: the page that its `type` names."""
    problem_types = [problem_type for problem_type in PROBLEM_TYPES if problem_type.name == name]
    if not problem_types:
        abort(404)
    return _problem_page(problem_types)


def _problem_page(problem_types: Sequence[ProblemType]) -> Response:
    examples = contract.examples_of_problems(current_app.config["OPENAPI"])
    return _page("problems.html", problem_types=problem_types, examples=examples)


def _page(template: str, **values: object) -> Response:
    response = Response(render_template(template, **values), mimetype="text/html")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    response.headers["Cache-Control"] = "no-cache"
    return response
