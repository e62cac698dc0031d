"""The contract and its pages: openapi.yaml, the documentation, what each problem means."""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask.blueprints import BlueprintSetupState

from service.api import contract
from service.api.messages import answer, content_in_json
from service.api.problem_types import ProblemType
from service.api.problems import PROBLEM_TYPES
from service.http_cache import FIVE_MINUTES, Content, file_content

SWAGGER_UI: Final = Path(str(files("flask_swagger_ui"))) / "dist"
PAGES: Final = Path(__file__).parent / "pages"
OURS: Final = ("docs.css", "accessible.js", "docs.js", "samples.js")
OF_SWAGGER_UI: Final = ("swagger-ui.css", "swagger-ui-bundle.js")
ASSETS: Final = {name: PAGES / name for name in OURS} | {
    name: SWAGGER_UI / name for name in OF_SWAGGER_UI
}
MOST_ROOTS: Final = 4  # paths under which proxies serve one service
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
    content = _contract_at(request.script_root or "/", current_app.config["OPENAPI"])
    return content.answer(FIVE_MINUTES)


@lru_cache(maxsize=MOST_ROOTS)
def _contract_at(root: str, path: Path) -> Content:
    described = contract.read(path)
    [server] = described["servers"]
    return content_in_json({**described, "servers": [{**server, "url": root}]})


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
    return _page(render_template("docs.html"))


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
    problem_types = tuple(each for each in PROBLEM_TYPES if each.name == name)
    if not problem_types:
        abort(404)
    return _problem_page(problem_types)


def _problem_page(problem_types: tuple[ProblemType, ...]) -> Response:
    path, root = current_app.config["OPENAPI"], request.script_root
    return _page(_problems_at(root, path, problem_types))


@lru_cache(maxsize=MOST_ROOTS * (len(PROBLEM_TYPES) + 1))
def _problems_at(_: str, path: Path, problem_types: tuple[ProblemType, ...]) -> str:
    """The page about some problems for a root, which is in its links."""
    examples = contract.examples_of_problems(path)
    return render_template("problems.html", problem_types=problem_types, examples=examples)


def _page(html: str) -> Response:
    response = Response(html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    response.headers["Cache-Control"] = "no-cache"
    return response
