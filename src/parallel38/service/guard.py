"""Which requests the service accepts: a secret for its pages, the right host, no foreign pages, no inline scripts."""

from __future__ import annotations

import hmac
import time
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
RATE, BURST = 200.0, 600.0
"""Requests a second that one address may make for long, and at once, with the key; those without it have a tenth, and
it is counted apart: no page that does not know the key can lock out one that does."""
LINES = 64
"""Live lines that may be open at once."""


def cookie_of(host: str) -> str:
    """The name of the cookie with the key, for each port its own: browsers send cookies to every port of a machine."""
    return f"parallel38-{urlsplit(f'//{host}').port or 80}"


class Guard:
    """The middleware through which every request passes before the service."""

    def __init__(self, app: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self.app, self.token, self.hosts = app, token, hosts
        self._left: dict[tuple[str, bool], tuple[float, float]] = {}
        self._lines = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        client, opens = (scope.get("client") or ("", 0))[0], self._opens(scope)
        bar = self._bar(scope, headers)
        known = not bar and (opens or self._known(headers))
        if not self._in_time(client, known):
            await self._turn_away(scope, send, 429, "too_fast")
        elif bar or not (known or _for_all(scope)):
            await self._turn_away(scope, send, 403, bar or "no_token")
        elif opens:
            await self._let_in(scope, headers[b"host"], send)
        elif scope["type"] == "websocket":
            await self._let_listen(scope, receive, send)
        else:
            await self.app(scope, receive, _with_headers(send))

    def _bar(self, scope: Scope, headers: dict[bytes, str]) -> str:
        """What is wrong with the place that a request goes to or comes from; empty if nothing is."""
        if headers.get(b"host", "") not in self.hosts:
            return "foreign_host"
        return "" if self._own_page(scope, headers.get(b"origin")) else "foreign_page"

    def _own_page(self, scope: Scope, origin: str | None) -> bool:
        """Whether a request comes from a page of ours, or from no page at all; a live line always has a page."""
        if origin is None:
            return scope["type"] != "websocket"
        return origin.partition("://")[2] in self.hosts

    def _opens(self, scope: Scope) -> bool:
        """Whether a page is opened with the printed address."""
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        return scope["type"] == "http" and scope["method"] == "GET" and self._is_key(given)

    def _known(self, headers: dict[bytes, str]) -> bool:
        bearer = headers.get(b"authorization", "").removeprefix("Bearer ")
        try:
            cookie = SimpleCookie(headers.get(b"cookie", "")).get(cookie_of(headers[b"host"]))
        except Exception:  # a cookie of another program that is no cookie
            cookie = None
        return self._is_key(bearer) or (cookie is not None and self._is_key(cookie.value))

    def _is_key(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())

    async def _let_listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A live line, if there are not too many already."""
        if self._lines >= LINES:
            await self._turn_away(scope, send, 429, "too_fast")
            return
        self._lines += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._lines -= 1

    async def _let_in(self, scope: Scope, host: str, send: Send) -> None:
        """Keep the secret in a cookie, and take it out of the address."""
        value = f"{cookie_of(host)}={self.token}; Path=/; HttpOnly; SameSite=Strict".encode()
        path = b"/" + quote(scope["path"].lstrip("/\\")).encode()  # never to another host
        await send(
            {
                "type": "http.response.start",
                "status": 303,
                "headers": [(b"location", path), (b"set-cookie", value), *HEADERS],
            }
        )  # type: ignore[typeddict-item]
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _turn_away(self, scope: Scope, send: Send, status: int, key: str) -> None:
        from parallel38.service.errors import refused_page

        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4000 + status, "reason": key})
            return
        body, kind = refused_page(scope, key)
        head: Any = [(b"content-type", kind), *HEADERS]
        await send({"type": "http.response.start", "status": status, "headers": head})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _in_time(self, client: str, known: bool) -> bool:
        """Two buckets for each address that fill again with time: one for requests with the key, one for the others."""
        now, part = time.monotonic(), 1.0 if known else 0.1
        left, last = self._left.get((client, known), (BURST * part, now))
        left = min(BURST * part, left + (now - last) * RATE * part) - 1
        self._left[client, known] = (max(left, 0.0), now)
        if len(self._left) > 1000:
            self._left = {c: kept for c, kept in self._left.items() if now - kept[1] < 60}
        return left >= 0


def _for_all(scope: Scope) -> bool:
    """Whether a request needs no key: the style sheets, which the page that refuses a request uses, too."""
    return scope["type"] == "http" and scope["path"].startswith("/web/css/") and ".." not in scope["path"]


def _with_headers(send: Send) -> Send:
    """Add the headers that every answer has."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept: Any = [*message.get("headers", ()), *HEADERS]
            message["headers"] = kept
        await send(message)

    return wrapped
