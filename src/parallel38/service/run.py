"""Starting the service: an address, a secret, a browser."""

from __future__ import annotations

import os
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import uvicorn

from parallel38.engine.errors import BadInputError
from parallel38.games import game_names, title
from parallel38.service.app import make_app
from parallel38.service.claim import claim
from parallel38.service.connections import Connection
from parallel38.service.folders import database_of
from parallel38.service.guard import Guard

LOOPBACK = "127.0.0.1"
PORT = 8038
"""The port that is tried first where none is asked for."""


class Service(uvicorn.Server):
    """A server that calls `ready` when it has started and `ended` when it has stopped."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ended: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._ended = ready, ended

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; a signal that asked for it ends the process right after this."""
        await super().shutdown(sockets)
        self._ended()


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, because only then asyncio sends what is small at once; else half of all answers come 40 ms late.
    server = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # a port can be used again at once; on Windows it could then be taken from a running service
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((host, port))
        server.listen()  # only then no other service can have the port
    except OSError as error:
        server.close()
        raise BadInputError("cannot_listen", name=f"{host}:{port}", reason=error.strerror or "") from None
    return server


def listen_again(host: str, last: int | None) -> socket.socket:
    """A socket at the port that was used last, so that pages which are open find the service again; else at the usual
    port, else at a free one."""
    for port in filter(None, (last, PORT)):
        with suppress(BadInputError):
            return listen(host, port)
    return listen(host, 0)


def hosts_of(host: str, port: int, names: tuple[str, ...] = ()) -> frozenset[str]:
    """What pages may call the service: its address, on loopback also by name, and names given to it."""
    known = {host, *names} | ({"localhost", LOOPBACK} if host in (LOOPBACK, "localhost", "::1") else set())
    shown = {f"[{name}]" if ":" in name else name for name in known}
    return frozenset({f"{name}:{port}" for name in shown} | (shown if port == 80 else set()))


def run(
    host: str,
    port: int | None,
    data: Path | None,
    tell: Callable[[str], None],
    warn: Callable[[Path, str], None],
    *,
    path: str = "/",
    browser: bool = False,
    names: tuple[str, ...] = (),
    token: str = "",
) -> None:
    """Serve until the process is stopped. `tell` gets the address with its secret as soon as pages can be opened,
    `warn` the database and the reason if nothing can be stored in it.

    Without a port the service listens where it did the last time, if it can. At the same port it has the same secret
    as before unless another is given: a page that was open before goes on.

    InUseError if another service has the folder; BadInputError if a package of a game that was named is none.
    """
    for name in game_names():
        title(name)
    database = database_of(data)
    with claim(database.parent) as claimed, ExitStack() as opened:
        last, key = _port_and_key(claimed.address)
        server = opened.enter_context(listen_again(host, last) if port is None else listen(host, port))
        at: int = server.getsockname()[1]
        token = token or (key if at == last else "") or secrets.token_urlsafe(24)
        app = make_app(database)
        if (reason := app.state.store.database.barred) is not None:
            warn(database, reason)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{at}/?token={token}"

        def ready() -> None:
            claimed.open(address)
            tell(page_of(address, path))
            if browser:
                threading.Thread(target=webbrowser.open, args=(page_of(address, path),), daemon=True).start()

        config = uvicorn.Config(
            Guard(app, token, hosts_of(host, at, names)),
            http=Connection,
            ws="websockets-sansio",
            ws_ping_interval=20,  # a page that does not answer is gone
            ws_ping_timeout=20,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=3,
        )
        Service(config, ready, claimed.close).run(sockets=[server])


def _port_and_key(address: str) -> tuple[int | None, str]:
    """The port and the secret in an address; None and nothing if it is not one of ours."""
    try:
        found = urlsplit(address)
        return found.port, parse_qs(found.query).get("token", [""])[0]
    except ValueError:
        return None, ""


def page_of(address: str, path: str) -> str:
    """The address of a page, from that of the start page with its secret."""
    return urlsplit(address)._replace(path=path).geturl()
