"""The contract and its pages: openapi.yaml, the documentation, what each problem means."""

from urllib.parse import quote

from flask import Blueprint, Response, abort, request

from service.api.application import app
from service.api.documents import CATALOG, JSON, YAML, Documents
from service.http_cache import FIVE_MINUTES
from service.turns import let_others_go_first

blueprint = Blueprint("docs", __name__)
blueprint.before_request(let_others_go_first)


def documents() -> Documents:
    """The documents, which the service has if it has these routes."""
    assert app.parts.documents
    return app.parts.documents


@blueprint.get("/openapi.yaml")
def contract_in_yaml() -> Response:
    """The OpenAPI description; its server is the path of the service behind a proxy."""
    return documents().answer(YAML)


@blueprint.get("/openapi.json")
def contract_in_json() -> Response:
    """The OpenAPI description as JSON; its server is the path of the service behind a proxy."""
    return documents().answer(JSON)


@blueprint.get("/.well-known/api-catalog")
def catalog() -> Response:
    """Links to the API, for a program that knows only the host (RFC 9727)."""
    response = documents().answer(CATALOG)
    address = f"{quote(request.root_path)}/.well-known/api-catalog"
    response.headers["Link"] = f'<{address}>; rel="api-catalog"'
    return response


@blueprint.get("/docs")
def documentation() -> Response:
    """The documentation page; it loads nothing from other hosts."""
    return documents().page("docs") or abort(404)


@blueprint.get("/docs/<asset>")
def asset(asset: str) -> Response:
    """A file that the documentation page loads."""
    return (documents().assets.get(asset) or abort(404)).answer(FIVE_MINUTES)


@blueprint.get("/problems")
@blueprint.get("/problems/<name>")
def problems(name: str = "") -> Response:
    """A page about all types of problems, or about one: the `type` of a problem is its address."""
    return documents().page(f"problems/{name}" if name else "problems") or abort(404)
