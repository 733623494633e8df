"""Errors as answers: always one sentence in the reader's language, never a traceback."""

from __future__ import annotations

import logging
import secrets
from html import escape
from importlib import resources
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import Scope

from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.flow import RefusedError
from parallel38.engine.patience import TookTooLongError
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.service.database import StorageError
from parallel38.service.store import NoSuchGameError
from parallel38.service.workers import GaveUpError

log = logging.getLogger(__name__)

WEB = "parallel38.web"
STATUS = {NoSuchGameError: 404, NotNowError: 409, StorageError: 503, GaveUpError: 503}
"""The status of errors that are not the fault of what was sent."""
WORDS = {400: "bad_request", 404: "no_such_page", 405: "no_such_page", 413: "too_large", 415: "bad_request"}


def language_of(query: str | None, accept: str) -> str:
    """The language that a page asks for, or the first that the browser names and we have."""
    if query in LANGUAGES:
        return query
    wanted = [part.split(";")[0].strip()[:2].lower() for part in accept.split(",")]
    return next((code for code in wanted if code in LANGUAGES), LANGUAGES[0])


def _language(request: Request[Any, Any, Any]) -> str:
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))


def sentence(error: BadInputError, language: str) -> str:
    """The sentence of an error in a language."""
    return Texts(language).say(f"error.{error.key}", error.arguments)


def _answer(status: int, key: str, text: str, **more: Any) -> Response[dict[str, Any]]:
    return Response({"error": text, "key": key, **more}, status_code=status)


def on_bad_input(request: Request[Any, Any, Any], error: BadInputError) -> Response[dict[str, Any]]:
    """Input of the wrong content, a game that is not there, something that cannot be done now."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    more = {"number": error.arguments["n"]} if error.key == "stale" else {}
    return _answer(status, error.key, sentence(error, _language(request)), **more)


def on_refused(request: Request[Any, Any, Any], error: RefusedError) -> Response[dict[str, Any]]:
    """An action that the rules refuse; the handler has put the reasons into words."""
    reasons: list[dict[str, Any]] = getattr(error, "reasons", [])
    return _answer(422, "refused", reasons[0]["reason"] if reasons else str(error), refusals=reasons)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """The answer to a request of the wrong shape, to a wrong address, or that is too large."""
    key = WORDS.get(error.status_code, "bad_request")
    text = Texts(_language(request)).say(f"error.{key}")
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
        return Response(_page(text, _language(request)), status_code=error.status_code, media_type="text/html")
    return _answer(error.status_code, key, text)


def on_decoding(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """A body that is not what it should be."""
    return _answer(400, "bad_request", Texts(_language(request)).say("error.bad_request"))


def on_lateness(request: Request[Any, Any, Any], error: TookTooLongError) -> Response[dict[str, Any]]:
    """The answer to a request whose work was not ready in time."""
    return _answer(503, "took_too_long", Texts(_language(request)).say("error.took_too_long"))


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """A fault of ours: it gets a number under which the log tells more."""
    number = secrets.token_hex(4)
    log.error("fault %s at %s %s", number, request.method, request.url.path, exc_info=error)
    return _answer(500, "fault", Texts(_language(request)).say("error.fault", {"number_text": number}))


def refused_page(scope: Scope, key: str) -> tuple[bytes, bytes]:
    """The answer to a request that the guard refuses."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    language = language_of(None, headers.get(b"accept-language", ""))
    text = Texts(language).say(f"error.{key}")
    if b"text/html" in headers.get(b"accept", "").encode():
        return _page(text, language).encode(), b"text/html; charset=utf-8"
    return msgspec.json.encode({"error": text, "key": key}), b"application/json"


def _page(text: str, language: str) -> str:
    """A page that says what is wrong, in the look of the others and without a script."""
    page = resources.files(WEB).joinpath("error.html").read_text(encoding="utf-8")
    said = Texts(language, WEB)
    words = {"language": language, "text": text, "title": said.say("page.error"), "home": said.say("page.error.home")}
    for name, word in words.items():
        page = page.replace(f"{{{name}}}", escape(word))
    return page


HANDLERS: dict[Any, Any] = {
    BadInputError: on_bad_input,
    RefusedError: on_refused,
    TookTooLongError: on_lateness,
    HTTPException: on_http,
    msgspec.DecodeError: on_decoding,
    UnicodeDecodeError: on_decoding,
    Exception: on_fault,
}
