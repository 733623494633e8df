"""Who may speak to the service: a secret for its pages, the right host, no foreign pages, no inline scripts."""

from __future__ import annotations

import hmac
import time
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "parallel38"
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
"""Requests a second that one address may make for long, and at once."""


class Guard:
    """Stands before the whole service."""

    def __init__(self, app: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self.app, self.token, self.hosts = app, token, hosts
        self._left: dict[str, tuple[float, float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if host not in self.hosts:
            await self._turn_away(scope, send, 403, "foreign_host")
        elif not self._own_page(scope, headers.get(b"origin")):
            await self._turn_away(scope, send, 403, "foreign_page")
        elif not self._in_time((scope.get("client") or ("", 0))[0]):
            await self._turn_away(scope, send, 429, "too_fast")
        elif self._opens(scope):
            await self._let_in(scope, send)
        elif not self._known(headers) and not _for_all(scope):
            await self._turn_away(scope, send, 403, "no_token")
        else:
            await self.app(scope, receive, _with_headers(send))

    def _own_page(self, scope: Scope, origin: str | None) -> bool:
        """Whether a request comes from a page of ours, or from no page at all; a live line always has a page."""
        return scope["type"] != "websocket" if origin is None else urlsplit(origin).netloc in self.hosts

    def _opens(self, scope: Scope) -> bool:
        """Whether a page is opened with the printed address."""
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        return scope["type"] == "http" and scope["method"] == "GET" and hmac.compare_digest(given, self.token)

    def _known(self, headers: dict[bytes, str]) -> bool:
        bearer = headers.get(b"authorization", "").removeprefix("Bearer ")
        try:
            cookie = SimpleCookie(headers.get(b"cookie", "")).get(COOKIE)
        except Exception:  # a cookie of another program that is no cookie
            cookie = None
        given = cookie.value if cookie is not None else bearer
        return hmac.compare_digest(given.encode(), self.token.encode())

    async def _let_in(self, scope: Scope, send: Send) -> None:
        """Keep the secret in a cookie, and take it out of the address."""
        value = f"{COOKIE}={self.token}; Path=/; HttpOnly; SameSite=Strict".encode()
        path = scope["path"].encode("latin-1", "replace")
        path = b"/" + path.lstrip(b"/\\")  # never to another host
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

    def _in_time(self, client: str) -> bool:
        """A bucket for each address that fills again with time."""
        now = time.monotonic()
        left, last = self._left.get(client, (BURST, now))
        left = min(BURST, left + (now - last) * RATE) - 1
        self._left[client] = (max(left, 0.0), now)
        if len(self._left) > 1000:
            self._left = {c: kept for c, kept in self._left.items() if now - kept[1] < 60}
        return left >= 0


def _for_all(scope: Scope) -> bool:
    """What even somebody sees who is turned away: how the page looks that tells him so."""
    return scope["type"] == "http" and scope["path"].startswith("/web/css/") and ".." not in scope["path"]


def _with_headers(send: Send) -> Send:
    """Add the headers that every answer has."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept: Any = [*message.get("headers", ()), *HEADERS]
            message["headers"] = kept
        await send(message)

    return wrapped
