"""Silent connections are closed, and their number is limited, because each takes an open file."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENCE = 15.0
"""Seconds that a client may take to send a whole request, from the beginning of the connection or of the request."""
MOST = 128
"""Connections at once, live lines included; beyond it the one that has waited longest for its client is closed."""


class Connection(H11Protocol):
    """A connection with a time limit for each request. Uvicorn itself only closes one that rests after an answer."""

    _silence: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection; if there are too many, close the one that has waited longest for its client."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > MOST:
            silent: list[Any] = [one for one in self.connections if getattr(one, "_silence", None) is not None]
            min(silent, key=lambda one: one._silence.when()).hang_up()

    def data_received(self, data: bytes) -> None:
        """Go on waiting until a request is whole."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete:
            self._wait_no_more()
        elif self._silence is None and not self.transport.is_closing() and self.transport.get_protocol() is self:
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Stop the clock for a live line, which may be silent: its page is pinged from time to time."""
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock of a connection that is closed."""
        self._wait_no_more()
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close the connection without an answer."""
        self._wait_no_more()
        self.transport.close()

    def _wait(self) -> None:
        self._silence = self.loop.call_later(SILENCE, self.hang_up)

    def _wait_no_more(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
