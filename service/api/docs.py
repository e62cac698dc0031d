"""The contract and its pages: openapi.yaml, the documentation, what each problem means."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, current_app, render_template
from flask.blueprints import BlueprintSetupState

from service.api.problems import PROBLEM_TYPES
from service.http_cache import FIVE_MINUTES, file_content

SWAGGER_UI: Final = Path(str(files("flask_swagger_ui"))) / "dist"
ASSETS: Final = {
    "docs.js": Path(__file__).parent / "pages" / "docs.js",
    "swagger-ui.css": SWAGGER_UI / "swagger-ui.css",
    "swagger-ui-bundle.js": SWAGGER_UI / "swagger-ui-bundle.js",
}
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
def contract() -> Response:
    """The OpenAPI description."""
    return file_content(current_app.config["OPENAPI"]).answer(FIVE_MINUTES)


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
    return _page("problems.html", problem_types=PROBLEM_TYPES)


@blueprint.get("/problems/<name>")
def problem_kind(name: str) -> Response:
    """One type of problem: the page that its `type` names."""
    problem_types = [problem_type for problem_type in PROBLEM_TYPES if problem_type.name == name]
    if not problem_types:
        abort(404)
    return _page("problems.html", problem_types=problem_types)


def _page(template: str, **values: object) -> Response:
    response = Response(render_template(template, **values), mimetype="text/html")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    response.headers["Cache-Control"] = "no-cache"
    return response
