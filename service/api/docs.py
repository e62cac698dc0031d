"""The contract and its pages: openapi.yaml, the documentation, what each problem means."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    render_template,
    send_file,
    send_from_directory,
)

from service.api.problems import PROBLEM_TYPES

SWAGGER_UI: Final = Path(str(files("flask_swagger_ui"))) / "dist"
OF_SWAGGER_UI: Final = ("swagger-ui.css", "swagger-ui-bundle.js")
CACHED: Final = 3600  # seconds
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
)  # Swagger UI sets styles on elements

blueprint = Blueprint("docs", __name__, template_folder="pages")


@blueprint.get("/openapi.yaml")
def contract() -> Response:
    """The OpenAPI description."""
    return send_file(current_app.config["OPENAPI"], mimetype="text/yaml", max_age=CACHED)


@blueprint.get("/docs")
def documentation() -> Response:
    """The documentation page; it loads nothing from other hosts."""
    return _page("docs.html")


@blueprint.get("/docs/<asset>")
def asset(asset: str) -> Response:
    """What the documentation page loads."""
    if asset == "docs.js":
        return send_from_directory(Path(__file__).parent / "pages", asset, max_age=CACHED)
    if asset not in OF_SWAGGER_UI:
        abort(404)
    return send_from_directory(SWAGGER_UI, asset, max_age=CACHED)


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
