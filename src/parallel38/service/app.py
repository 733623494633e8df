"""The service as a whole: what it answers, where its games are, what it says when something goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig

from parallel38 import __version__
from parallel38.games import title
from parallel38.service import errors, library, play, settings
from parallel38.service.asking import sound_body
from parallel38.service.beside import PLACES
from parallel38.service.kept import PACKED
from parallel38.service.store import Store
from parallel38.service.tables import Hall

LARGEST = 1_000_000
"""Bytes that a request may have, but for an import: charts are the longest of them, with some ten thousand."""


def make_app(database: Path) -> Litestar:
    """The service over a database, without its guard. A database that cannot be opened is told of at once."""
    store = Store(database, title)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.hall = Hall(store)
        app.state.places = asyncio.Semaphore(PLACES)
        try:
            yield
        finally:
            await app.state.hall.close()

    return Litestar(
        [*library.HANDLERS, *settings.HANDLERS, *play.HANDLERS],
        lifespan=[lifespan],
        before_request=sound_body,
        state=State({"store": store}),
        exception_handlers=errors.HANDLERS,
        request_max_body_size=LARGEST,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=5, exclude_opt_key=PACKED
        ),
        openapi_config=OpenAPIConfig(title="Parallel 38", version=__version__, path="/schema"),
        logging_config=None,
        debug=False,
    )
