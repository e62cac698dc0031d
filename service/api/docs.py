"""The contract and its pages: openapi.yaml, the documentation, what each problem means."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    render_template,
    request,
    send_file,
    send_from_directory,
    url_for,
)

from service.api import contract
from service.api.answers import answer
from service.api.problem_types import ProblemType
from service.api.problems import PROBLEM_TYPES

SWAGGER_UI: Final = Path(str(files("flask_swagger_ui"))) / "dist"
OF_SWAGGER_UI: Final = ("swagger-ui.css", "swagger-ui-bundle.js")
PAGES: Final = Path(__file__).parent / "pages"
OURS: Final = ("docs.css", "accessible.js", "docs.js", "samples.js")
LINKSET: Final = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
CACHED: Final = 3600  # seconds
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
)  # Swagger UI sets styles on elements

blueprint = Blueprint("docs", __name__, template_folder="pages")


@blueprint.get("/openapi.yaml")
def contract_in_yaml() -> Response:
    """The OpenAPI description."""
    return send_file(current_app.config["OPENAPI"], mimetype="text/yaml", max_age=CACHED)


@blueprint.get("/openapi.json")
def contract_in_json() -> Response:
    """The OpenAPI description as JSON; its server is the path of the service behind a proxy."""
    described = contract.read(current_app.config["OPENAPI"])
    [server] = described["servers"]
    return answer({**described, "servers": [{**server, "url": request.script_root or "/"}]})


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
    if asset in OURS:
        return send_from_directory(PAGES, asset, max_age=CACHED)
    if asset not in OF_SWAGGER_UI:
        abort(404)
    return send_from_directory(SWAGGER_UI, asset, max_age=CACHED)


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
